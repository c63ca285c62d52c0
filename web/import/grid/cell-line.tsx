import { Fragment, useEffect, useState } from 'react'
import { warningId } from '#shared/api/issue.ts'
import type { Remedy } from '#shared/payout/remedies.ts'
import { meaningText } from '../../entry/entry-words.ts'
import { amountWords } from '../../entry/payout-words.tsx'
import { issueText } from '../../language/issue-text.ts'
import { t } from '../../language/translate.ts'
import { AppLink } from '../../screen/app-link.tsx'
import { addressOf } from '../../screen/routes.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorIcon, SuccessIcon, WarningIcon } from '../../ui/icons.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { Alike, SheetCommand, SheetField, SheetSummary, ShownRow } from '../protocol.ts'
import { remediesIn } from '../sheet-alike.ts'
import styles from './cell-line.module.css'
import { type CellIssue, issuesIn, labelIn, nameIn, refusalText, rulesOf, wantsReason } from './cells.ts'

interface CellLineProps {
  readonly id: string
  readonly row: ShownRow | undefined
  /** Undefined: the head of the row, which says what belongs to no column. */
  readonly field: SheetField | undefined
  readonly summary: SheetSummary
  readonly onCommand: (command: SheetCommand) => void
  readonly countAlike: (alike: Alike) => Promise<number>
  /** Opens the editor for all rows that have the same said of the same text. */
  readonly onSetAll: (alike: Alike, rows: number) => void
}

/** What is to be said of the cell that has focus, and what can be done about it. It keeps its height, so that nothing jumps. */
export function CellLine(props: CellLineProps) {
  const { id, row, field, summary } = props
  const issues = row === undefined ? [] : issuesIn(row, field, summary.fields)
  return (
    <div className={styles.line}>
      <div id={id} className={styles.words}>
        {row !== undefined && <Title row={row} field={field} />}
        {row?.refusal !== undefined && field === undefined && issues.length === 0 && (
          <p className={styles.error}>
            <ErrorIcon />
            {refusalText(row.refusal)}
          </p>
        )}
        {issues.map((found) => (
          <p key={`${found.severity} ${warningId(found.issue)}`} className={styles[toneOf(found)]}>
            <Sign of={found} />
            {issueText(found.issue)}
          </p>
        ))}
      </div>
      {row !== undefined && row.state !== 'saved' && (
        <div className={styles.ways}>
          {issues.map((found) => (
            <Ways key={`${found.severity} ${warningId(found.issue)}`} {...props} row={row} found={found} />
          ))}
          <Button small onClick={() => props.onCommand({ kind: skipOrBack(row), rows: [row.row] })}>
            {t(row.state === 'skipped' ? 'sheet.bringBack' : 'sheet.skip')}
          </Button>
        </div>
      )}
    </div>
  )
}

function skipOrBack({ state }: ShownRow): 'skip' | 'reopen' {
  return state === 'skipped' ? 'reopen' : 'skip'
}

function toneOf({ severity, isConfirmed }: CellIssue): 'error' | 'warning' | 'confirmed' {
  return isConfirmed ? 'confirmed' : severity
}

function Sign({ of }: { readonly of: CellIssue }) {
  const tone = toneOf(of)
  if (tone === 'error') return <ErrorIcon />
  return tone === 'warning' ? <WarningIcon /> : <SuccessIcon />
}

interface TitleProps {
  readonly row: ShownRow
  readonly field: SheetField | undefined
}

/** Which cell it is, and what stands in it, whole. */
function Title({ row, field }: TitleProps) {
  if (field === undefined)
    return (
      <p>
        <strong>{t('sheet.line.row', { row: row.row })}</strong> <Beneficiary row={row} />
      </p>
    )
  const text = row.cells[field] ?? ''
  const name = nameIn(row, field, text)
  return (
    <p>
      <strong>{t('sheet.line.cell', { label: labelIn(row, field), row: row.row })}</strong>{' '}
      <bdi className={styles.value}>{name === undefined || name === text ? text : `${name} · ${text}`}</bdi>
    </p>
  )
}

/** Whether who is paid is known, and which rows pay the same: as far as the server was asked. */
function Beneficiary({ row: { known, twins, payoutId } }: { readonly row: ShownRow }) {
  return (
    <>
      {known === undefined && payoutId === undefined && t('sheet.line.unknown')}
      {known?.beneficiary === null && t('sheet.line.new')}
      {known !== undefined && known.beneficiary !== null && (
        <AppLink to={addressOf.beneficiary(known.beneficiary.id)}>
          {t('sheet.line.known', { name: known.beneficiary.name })}
        </AppLink>
      )}
      {twins.length > 0 && <> · {t('sheet.line.twins', { count: twins.length, rows: twins.slice(0, 5).join(', ') })}</>}
      {payoutId !== undefined && <AppLink to={addressOf.payout(payoutId)}>{t('sheet.line.payout')}</AppLink>}
    </>
  )
}

interface WaysProps extends CellLineProps {
  readonly row: ShownRow
  readonly found: CellIssue
}

/** What settles one thing that is said: here, or in all rows alike. */
function Ways(props: WaysProps) {
  const { row, field, found, summary, onCommand } = props
  const { severity, issue, isConfirmed } = found
  const kind = { severity, code: issue.code, field: issue.field }
  const rows = summary.issues.find(
    (one) => one.severity === severity && one.code === issue.code && one.field === issue.field,
  )
  const count = rows?.rows ?? 1
  return (
    <>
      {remediesIn(row, severity, issue).map((remedy, place) => (
        <Fragment key={`${remedy.field} ${remedy.value}`}>
          <Button small onClick={() => onCommand(setOf(row, remedy))}>
            {offerOf(row, remedy)}
          </Button>
          {count > 1 && (
            <Button small onClick={() => onCommand({ kind: 'remedy', alike: kind, place })}>
              {t('sheet.remedyAll', { remedy: offerOf(row, remedy), count })}
            </Button>
          )}
        </Fragment>
      ))}
      {severity === 'error' && field !== undefined && <SetAll {...props} field={field} kind={kind} />}
      {severity === 'warning' && !isConfirmed && <Confirming {...props} kind={kind} count={count} />}
    </>
  )
}

function setOf({ row }: ShownRow, { field, value }: Remedy): SheetCommand {
  return { kind: 'set', cells: [{ row, field, text: value }] }
}

/** "Use 0123". */
function offerOf(row: ShownRow, { kind, value, shown }: Remedy): string {
  const words = kind === 'amount' ? amountWords(value, rulesOf(row)?.given.currencyCode ?? '') : meaningText(shown)
  return t(`remedy.${kind}`, { value: words })
}

interface SetAllProps extends WaysProps {
  readonly field: SheetField
  readonly kind: Alike
}

/** One value for all rows of the country in which the same text is wrong in the same way: the bank for these 40. */
function SetAll({ row, field, kind, summary, countAlike, onSetAll }: SetAllProps) {
  const text = row.cells[field] ?? ''
  const alike = { ...kind, text, ...(row.country !== undefined && { country: row.country }) }
  const key = JSON.stringify([alike, summary.version])
  const [counted, setCounted] = useState({ key: '', count: 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of it
  useEffect(() => {
    let isOld = false
    void countAlike(alike).then((count) => isOld || setCounted({ key, count }))
    return () => {
      isOld = true
    }
  }, [key])
  if (counted.count < 2) return null
  return (
    <Button small onClick={() => onSetAll(alike, counted.count)}>
      {t('sheet.setAll', { count: counted.count })}
    </Button>
  )
}

interface ConfirmingProps extends WaysProps {
  readonly kind: Alike
  readonly count: number
}

/** Lets a warning stand: with a reason where it is one of compliance. */
function Confirming({ row, found, kind, count, onCommand }: ConfirmingProps) {
  const [reason, setReason] = useState('')
  const [isLacking, setIsLacking] = useState(false)
  const needsReason = wantsReason(found)
  function confirm(command: (reason: { readonly reason?: string }) => SheetCommand) {
    const given = reason.trim()
    setIsLacking(needsReason && given === '')
    if (needsReason && given === '') return
    onCommand(command(given === '' ? {} : { reason: given }))
  }
  const warningIdOf = warningId(found.issue)
  return (
    <>
      {needsReason && (
        <TextField
          name={`sheet-reason-${row.row}`}
          label={t('sheet.reason')}
          error={isLacking ? t('sheet.reasonLacking') : undefined}
          value={reason}
          onChange={setReason}
        />
      )}
      <Button
        small
        onClick={() => confirm((given) => ({ kind: 'confirm', row: row.row, warningId: warningIdOf, ...given }))}
      >
        {t('sheet.confirm')}
      </Button>
      {count > 1 && (
        <Button small onClick={() => confirm((given) => ({ kind: 'confirm-alike', alike: kind, ...given }))}>
          {t('sheet.confirmAll', { count })}
        </Button>
      )}
    </>
  )
}
