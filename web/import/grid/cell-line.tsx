import type { BatchMakes } from '#shared/api/batch.ts'
import { warningId } from '#shared/api/issue.ts'
import { isSheetField, type SheetField } from '#shared/import/sheet-field.ts'
import { issueText } from '../../language/issue-text.ts'
import { t } from '../../language/translate.ts'
import { AppLink } from '../../screen/app-link.tsx'
import { addressOf } from '../../screen/routes.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorIcon, SuccessIcon, WarningIcon } from '../../ui/icons.tsx'
import type { ShownRow } from '../protocol.ts'
import styles from './cell-line.module.css'
import { DamageWays, type IssueSettling, Ways } from './cell-ways.tsx'
import {
  type CellIssue,
  cellLabel,
  cellMeaning,
  damageIn,
  damageText,
  isSetAside,
  issuesIn,
  issuesOf,
  refusalText,
  twinsText,
} from './cells.ts'

interface CellLineProps extends IssueSettling {
  readonly id: string
  readonly row: ShownRow | undefined
  /** Undefined: the head of the row, which shows the issues that belong to no column. */
  readonly field: SheetField | undefined
}

/** The issues of the focused cell, and what can be done about them. Its height is fixed, so that nothing jumps. */
export function CellLine(props: CellLineProps) {
  const { id, row, field, summary } = props
  const issues = row === undefined ? [] : issuesIn(row, field, summary.fields)
  // The head of a row shows all its issues, as their cells may be out of sight.
  const all = row === undefined ? [] : issuesOf(row)
  const damaged = row === undefined ? [] : damageIn(row, field)
  return (
    <div className={styles.line}>
      <div id={id} className={styles.words}>
        {row !== undefined && <Title row={row} field={field} makes={summary.makes} />}
        {row?.refusedFor !== undefined && (
          <p className={styles.aside}>{t('sheet.line.refusedFor', { words: row.refusedFor })}</p>
        )}
        {damaged.map((damage) => (
          <p key={damage.field} className={styles.error}>
            <ErrorIcon />
            {field === undefined && row !== undefined && <strong>{cellLabel(row, damage.field)} </strong>}
            {row && damageText(row, damage)}
          </p>
        ))}
        {row?.refusal !== undefined && field === undefined && row.errors.length === 0 && (
          <p className={styles.error}>
            <ErrorIcon />
            {refusalText(row.refusal)}
          </p>
        )}
        {row !== undefined && field !== undefined && isSetAside(row, field) && (
          <p className={styles.aside}>{t('import.change.not_asked')}</p>
        )}
        {(field === undefined ? all : issues).map((found) => (
          <p key={`${found.severity} ${warningId(found.issue)}`} className={styles[toneOf(found)]}>
            <Sign of={found} />
            {field === undefined && isSheetField(found.issue.field) && row !== undefined && (
              <strong>{cellLabel(row, found.issue.field)} </strong>
            )}
            {issueText(found.issue)}
          </p>
        ))}
      </div>
      {row !== undefined && row.state !== 'saved' && (
        <div className={styles.ways}>
          {(field === undefined ? [] : damaged).map((damage) => (
            <DamageWays key={damage.field} {...props} row={row} damage={damage} />
          ))}
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
  readonly makes: BatchMakes
  readonly field: SheetField | undefined
}

/** Which cell is focused, and its complete text. */
function Title({ row, field, makes }: TitleProps) {
  if (field === undefined)
    return (
      <p>
        <strong>{t('sheet.line.row', { row: row.row })}</strong> <Beneficiary row={row} makes={makes} />
      </p>
    )
  const text = row.cells[field] ?? ''
  const name = cellMeaning(row, field, text)
  return (
    <p>
      <strong>{t('sheet.line.cell', { label: cellLabel(row, field), row: row.row })}</strong>{' '}
      <bdi className={styles.value}>{name === undefined || name === text ? text : `${name} · ${text}`}</bdi>
    </p>
  )
}

/** Whether the beneficiary is known and which rows pay the same, as far as the server was asked. */
function Beneficiary({ row, makes }: Omit<TitleProps, 'field'>) {
  const { known, twins, savedId, errors } = row
  return (
    <>
      {known === undefined && savedId === undefined && errors.length === 0 && t('sheet.line.unknown')}
      {known?.beneficiary === null && t(known.isCompared ? 'sheet.line.new' : 'sheet.line.later')}
      {known !== undefined && known.beneficiary !== null && (
        <AppLink to={addressOf.beneficiary(known.beneficiary.id)}>
          {t('sheet.line.known', { name: known.beneficiary.name })}
        </AppLink>
      )}
      {twins.length > 0 && <> · {twinsText(row)}</>}
      {savedId !== undefined && (
        <AppLink to={makes === 'beneficiaries' ? addressOf.beneficiary(savedId) : addressOf.payout(savedId)}>
          {t('sheet.line.payout', { makes })}
        </AppLink>
      )}
    </>
  )
}
