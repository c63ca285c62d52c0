import { Fragment, useEffect, useState } from 'react'
import { warningId } from '#shared/api/issue.ts'
import { isToCompare } from '#shared/import/damage.ts'
import type { SheetField } from '#shared/import/sheet-field.ts'
import type { Remedy } from '#shared/payout/remedies.ts'
import { meaningText } from '../../entry/entry-words.ts'
import { amountWords } from '../../entry/payout-words.tsx'
import { t } from '../../language/translate.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { placeName } from '../damage-words.ts'
import type { CellDamage, IssueGroup, SheetCommand, SheetSummary, ShownRow } from '../protocol.ts'
import { isUnknownTo, remediesIn } from '../sheet-alike.ts'
import { type CellIssue, canStay, rowRulesOf, wantsReason } from './cells.ts'

/** What resolving an issue needs: the sheet and the commands on it. */
export interface IssueSettling {
  readonly summary: SheetSummary
  readonly onCommand: (command: SheetCommand) => void
  readonly countAlike: (alike: IssueGroup) => Promise<number>
  /** Opens the editor for all rows with the same issue on the same text. */
  readonly onSetAll: (alike: IssueGroup, rows: number) => void
}

interface WaysProps extends IssueSettling {
  /** Undefined: the head of the row, which shows the issues that belong to no column. */
  readonly field: SheetField | undefined
  readonly row: ShownRow
  readonly found: CellIssue
}

/** The ways to resolve one issue: in this row, or in all rows that have it. */
export function Ways(props: WaysProps) {
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
      {severity === 'error' &&
        field !== undefined &&
        (isUnknownTo(row.country, field) ? (
          <EmptyAll {...props} field={field} kind={kind} />
        ) : (
          <SetAll {...props} field={field} kind={kind} />
        ))}
      {severity === 'warning' && !isConfirmed && <SkipAll {...props} kind={kind} count={count} />}
      {severity === 'warning' && !isConfirmed && <Confirming {...props} kind={kind} count={count} />}
    </>
  )
}

function setOf({ row }: ShownRow, { field, value }: Remedy): SheetCommand {
  return { kind: 'set', cells: [{ row, field, text: value }] }
}

/** "Use 0123". */
function offerOf(row: ShownRow, { kind, value, shown }: Remedy): string {
  const words = kind === 'amount' ? amountWords(value, rowRulesOf(row)?.given.currencyCode ?? '') : meaningText(shown)
  return t(`remedy.${kind}`, { value: words })
}

interface SetAllProps extends WaysProps {
  readonly field: SheetField
  readonly kind: IssueGroup
}

/** Sets one value in all rows of the country with the same error on the same text: the bank for these 40. */
function SetAll({ row, field, kind, summary, countAlike, onSetAll }: SetAllProps) {
  const text = row.cells[field] ?? ''
  const alike = { ...kind, text, ...(row.country !== undefined && { country: row.country }) }
  const count = useCount(alike, summary.version, countAlike)
  if (count < 2) return null
  return (
    <Button small onClick={() => onSetAll(alike, count)}>
      {t('sheet.setAll', { count })}
    </Button>
  )
}

/** Empties the cells of every row whose country does not ask for the field, whatever their text: one press for all countries. */
function EmptyAll({ field, kind, summary, countAlike, onCommand }: SetAllProps) {
  const alike = { ...kind, isNotAsked: true } as const
  const count = useCount(alike, summary.version, countAlike)
  if (count < 1) return null
  return (
    <Button small onClick={() => onCommand({ kind: 'fill', rows: { alike }, field, text: '' })}>
      {t('sheet.emptyAll', { count })}
    </Button>
  )
}

/** How many rows have the issue in this version of the sheet; 0 until that is known. */
function useCount(alike: IssueGroup, version: number, countAlike: IssueSettling['countAlike']): number {
  const key = JSON.stringify([alike, version])
  const [counted, setCounted] = useState({ key: '', count: 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of it
  useEffect(() => {
    let isOld = false
    void countAlike(alike).then((count) => isOld || setCounted({ key, count }))
    return () => {
      isOld = true
    }
  }, [key])
  return counted.count
}

interface DamageWaysProps extends IssueSettling {
  readonly row: ShownRow
  readonly damage: CellDamage
}

/**
 * Takes the probable original, or accepts the cell as right: here, or in all rows of its country and bank that can be decided together.
 * Where zeros or digits may be missing, each row that stays unchanged has to be looked at.
 */
export function DamageWays({ row, damage, summary, countAlike, onCommand }: DamageWaysProps) {
  const { field, kind, probable, longer } = damage
  const alike = { severity: 'error', code: kind, field, country: row.country, damage } as const
  const place = placeName(row.country, damage.bank)
  const count = useCount(alike, summary.version, countAlike)
  const accept = (take: 'probable' | 'as-it-is', isOfAll: boolean) =>
    onCommand({ kind: 'accept-damage', rows: isOfAll ? { alike } : [row.row], field, take })
  const offer = t('remedy.use', { value: probable ?? '' })
  return (
    <>
      {probable !== undefined && (
        <Button small onClick={() => accept('probable', false)}>
          {offer}
        </Button>
      )}
      {probable !== undefined && count > 1 && (
        <Button small onClick={() => accept('probable', true)}>
          {t('sheet.damage.probableAll', { count, place })}
        </Button>
      )}
      {canStay(damage) && (
        <Button small onClick={() => accept('as-it-is', false)}>
          {t('sheet.damage.stay')}
        </Button>
      )}
      {canStay(damage) && !isToCompare(kind, longer) && count > 1 && (
        <Button small onClick={() => accept('as-it-is', true)}>
          {t('sheet.damage.stayAll', { count, place })}
        </Button>
      )}
    </>
  )
}

/** Those who are saved already are not imported again; a row alone is skipped like any other. */
function SkipAll({ found, kind, count, summary: { makes }, onCommand }: ConfirmingProps) {
  if (makes === 'payouts' || count < 2 || !('beneficiaryId' in found.issue.params)) return null
  return (
    <Button small onClick={() => onCommand({ kind: 'skip', rows: { alike: kind } })}>
      {t('sheet.skipAll', { count })}
    </Button>
  )
}

interface ConfirmingProps extends WaysProps {
  readonly kind: IssueGroup
  readonly count: number
}

/** Confirms a warning, with a reason where it is a compliance warning. */
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
