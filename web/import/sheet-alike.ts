import { type Issue, warningId } from '#shared/api/issue.ts'
import { isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import { isNotAsked } from '#shared/import/not-asked.ts'
import { isSheetField, type RowTexts } from '#shared/import/sheet-field.ts'
import { completeEntry } from '#shared/payout/entry.ts'
import { type Remedy, remediesOf } from '#shared/payout/remedies.ts'
import type { CellDamage, ImportRow, IssueGroup } from './protocol.ts'
import { isPending, openWarningsOf, rowErrorsOf } from './sheet-row.ts'

/** Whether the row has an issue of this group that is not resolved yet. */
export function isAlike(row: ImportRow, alike: IssueGroup): boolean {
  const { field, text, country, damage } = alike
  const isAnywhere = country === undefined && damage === undefined
  if (!isPending(row) || (!isAnywhere && row.reading?.country !== country)) return false
  if (text !== undefined && textOf(row.edit.cells, field) !== text) return false
  if (alike.isNotAsked === true && !isUnknownTo(row.reading?.country, field)) return false
  return issuesAlike(row, alike).length > 0 || hasDamage(row, alike)
}

/** Whether the country does not ask for the field by any method. */
export function isUnknownTo(country: string | undefined, field: string): boolean {
  return isCountryCode(country) && isSheetField(field) && isNotAsked(ruleBook[country], field)
}

/** Damage is an error of its cell until someone accepts it. */
function hasDamage({ edit }: ImportRow, { severity, field, code, damage }: IssueGroup): boolean {
  return (
    severity === 'error' &&
    edit.damage.some(
      (one) =>
        !one.accepted &&
        one.field === field &&
        one.kind === code &&
        (damage === undefined || isDecidedWith(one, damage)),
    )
  )
}

/**
 * Whether two cells can be decided together: of the same bank where that matters, and both with or both without a probable original and
 * longer values in other rows.
 */
function isDecidedWith(one: CellDamage, other: CellDamage): boolean {
  return (
    one.bank === other.bank &&
    (one.probable === undefined) === (other.probable === undefined) &&
    (one.longer === undefined) === (other.longer === undefined)
  )
}

/** The issues of the row that belong to the group. */
function issuesAlike(row: ImportRow, { severity, field, code }: IssueGroup): readonly Issue[] {
  const issues = severity === 'error' ? rowErrorsOf(row) : openWarningsOf(row)
  return issues.filter((issue) => issue.field === field && issue.code === code)
}

/** The ids of the row's unconfirmed warnings of one kind. */
export function openIds(row: ImportRow, alike: IssueGroup): readonly string[] {
  return issuesAlike(row, alike).map(warningId)
}

/** The remedies for one issue of the row, the same that forms offer. */
export function remediesIn(
  { country, cells }: { readonly country: string | undefined; readonly cells: RowTexts },
  severity: IssueGroup['severity'],
  issue: Issue,
): readonly Remedy[] {
  if (!isCountryCode(country)) return []
  const errors = severity === 'error' ? [issue] : []
  return remediesOf(ruleBook[country], completeEntry(cells), { errors, warnings: errors.length > 0 ? [] : [issue] })
}

/** The remedy at this place of the list that the row offers for the issue; undefined where the row offers fewer. */
export function remedyOf(row: ImportRow, alike: IssueGroup, place: number): Remedy | undefined {
  const [issue] = issuesAlike(row, alike)
  const { country } = row.reading ?? {}
  return issue && remediesIn({ country, cells: row.edit.cells }, alike.severity, issue)[place]
}

function textOf(cells: Readonly<Record<string, string | undefined>>, field: string): string {
  return cells[field] ?? ''
}
