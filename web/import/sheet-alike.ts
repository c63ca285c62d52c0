import { type Issue, warningId } from '#shared/api/issue.ts'
import { isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import { completeEntry } from '#shared/payout/entry.ts'
import { type Remedy, remediesOf } from '#shared/payout/remedies.ts'
import type { Alike, CellDamage } from './protocol.ts'
import { type Cells, errorsOf, isPending, openWarningsOf, type SheetRow } from './sheet-row.ts'

/** Whether the same is said of a row as of those that are meant, and not settled yet. */
export function isAlike(row: SheetRow, alike: Alike): boolean {
  const { field, text, country, damage } = alike
  const isAnywhere = country === undefined && damage === undefined
  if (!isPending(row) || (!isAnywhere && row.reading?.country !== country)) return false
  if (text !== undefined && textOf(row.edit.cells, field) !== text) return false
  return issuesAlike(row, alike).length > 0 || hasDamage(row, alike)
}

/** Damage is an error of its cell, until somebody accepts it. */
function hasDamage({ edit }: SheetRow, { severity, field, code, damage }: Alike): boolean {
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

/** Whether two cells can be decided as one: of the same bank where that tells, with a probable original or without, with others that are longer or without. */
function isDecidedWith(one: CellDamage, other: CellDamage): boolean {
  return (
    one.bank === other.bank &&
    (one.probable === undefined) === (other.probable === undefined) &&
    (one.longer === undefined) === (other.longer === undefined)
  )
}

/** What is said of the row that is meant. */
function issuesAlike(row: SheetRow, { severity, field, code }: Alike): readonly Issue[] {
  const issues = severity === 'error' ? errorsOf(row) : openWarningsOf(row)
  return issues.filter((issue) => issue.field === field && issue.code === code)
}

/** The warnings of a kind that nobody has let stand in this row, by their ids. */
export function openIds(row: SheetRow, alike: Alike): readonly string[] {
  return issuesAlike(row, alike).map(warningId)
}

/** What would settle one thing that is said of a row, as forms offer it. */
export function remediesIn(
  { country, cells }: { readonly country: string | undefined; readonly cells: Cells },
  severity: Alike['severity'],
  issue: Issue,
): readonly Remedy[] {
  if (!isCountryCode(country)) return []
  const errors = severity === 'error' ? [issue] : []
  return remediesOf(ruleBook[country], completeEntry(cells), { errors, warnings: errors.length > 0 ? [] : [issue] })
}

/** The remedy at a place of those that the row is offered for what is said of it; undefined where it is offered fewer. */
export function remedyOf(row: SheetRow, alike: Alike, place: number): Remedy | undefined {
  const [issue] = issuesAlike(row, alike)
  const { country } = row.reading ?? {}
  return issue && remediesIn({ country, cells: row.edit.cells }, alike.severity, issue)[place]
}

function textOf(cells: Readonly<Record<string, string | undefined>>, field: string): string {
  return cells[field] ?? ''
}
