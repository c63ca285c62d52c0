import type { Issue } from '#shared/api/issue.ts'
import { totalsOf } from '#shared/payout/totals.ts'
import type { IssueCount, RowFilter, RowState, SheetSummary } from './protocol.ts'
import {
  errorsOf,
  hasErrors,
  isPending,
  isReady,
  isSound,
  openWarningsOf,
  type SheetRow,
  stateOf,
} from './sheet-row.ts'

/** The other rows that pay the same to the same account, by the number of each. */
export type Twins = ReadonlyMap<number, readonly number[]>

/** Finds the rows that pay the same; those that are left out pay nothing. */
export function twinsIn(rows: readonly SheetRow[]): Twins {
  const byPayment = new Map<string, number[]>()
  for (const row of rows) {
    const payment = row.reading?.payment
    if (payment === undefined || stateOf(row) === 'skipped') continue
    const same = byPayment.get(payment)
    if (same === undefined) byPayment.set(payment, [row.row])
    else same.push(row.row)
  }
  const groups = [...byPayment.values()].filter((same) => same.length > 1)
  return new Map(groups.flatMap((same) => same.map((row) => [row, same.filter((other) => other !== row)] as const)))
}

/** Whether a filter shows a row. */
export function passes(row: SheetRow, filter: RowFilter, twins: Twins): boolean {
  if (filter.state !== undefined && stateOf(row) !== filter.state) return false
  if (filter.with !== undefined && !isWith(row, filter.with, twins)) return false
  if ((filter.field !== undefined || filter.code !== undefined) && !isSaidOf(row, filter)) return false
  return filter.text === undefined || hasText(row, filter.text)
}

function isWith(row: SheetRow, what: NonNullable<RowFilter['with']>, twins: Twins): boolean {
  switch (what) {
    case 'ready':
      return isReady(row)
    case 'errors':
      return isPending(row) && hasErrors(row)
    case 'warnings':
      return isPending(row) && openWarningsOf(row).length > 0
    case 'damage':
      return isPending(row) && row.edit.damage.some(({ accepted }) => !accepted)
    case 'twins':
      return twins.has(row.row)
    case 'new':
      return isPending(row) && row.known?.beneficiary === null
    case 'known':
      return isPending(row) && row.known !== undefined && row.known.beneficiary !== null
  }
}

function isSaidOf(row: SheetRow, { field, code }: RowFilter): boolean {
  return (
    isPending(row) &&
    [...errorsOf(row), ...openWarningsOf(row)].some(
      (issue) => issue.field === (field ?? issue.field) && issue.code === (code ?? issue.code),
    )
  )
}

function hasText({ edit }: SheetRow, text: string): boolean {
  const wanted = text.toLowerCase()
  return Object.values(edit.cells).some((cell) => cell.toLowerCase().includes(wanted))
}

type Around = Pick<SheetSummary, 'version' | 'fields' | 'shown' | 'filter' | 'canUndo' | 'canRedo'>

/** Counts the rows anew: of twenty thousand that takes some milliseconds, and the page is not the one who waits. */
export function summaryOf(rows: readonly SheetRow[], twins: Twins, around: Around): SheetSummary {
  const count = (is: (row: SheetRow) => boolean) => rows.reduce((sum, row) => sum + Number(is(row)), 0)
  const inState = (state: RowState) => count((row) => stateOf(row) === state)
  const sound = rows.filter(isSound)
  const ready = sound.filter(isReady).length
  return {
    ...around,
    rows: {
      given: rows.length,
      open: inState('open'),
      refused: inState('refused'),
      saved: inState('saved'),
      skipped: inState('skipped'),
      ready,
      waiting: sound.length - ready,
      withErrors: count((row) => isWith(row, 'errors', twins)),
      unread: count((row) => row.reading === undefined),
    },
    issues: issueCounts(rows.filter(isPending)),
    withWarnings: count((row) => isWith(row, 'warnings', twins)),
    beneficiaries: {
      new: count((row) => isWith(row, 'new', twins)),
      known: count((row) => isWith(row, 'known', twins)),
    },
    damaged: count((row) => isWith(row, 'damage', twins)),
    twins: count((row) => isPending(row) && twins.has(row.row)),
    totals: totalsOf(sound.flatMap(({ reading }) => reading?.money ?? [])),
  }
}

/** What is said of most rows comes first. */
function issueCounts(rows: readonly SheetRow[]): readonly IssueCount[] {
  const counts = new Map<string, IssueCount>()
  for (const row of rows) {
    // Once a row, also where it says the same twice.
    for (const [key, issue] of new Map(saidOf(row))) {
      const before = counts.get(key)
      counts.set(key, before === undefined ? { ...issue, rows: 1 } : { ...before, rows: before.rows + 1 })
    }
  }
  return [...counts.values()].toSorted((one, other) => other.rows - one.rows)
}

function* saidOf(row: SheetRow): Generator<readonly [string, Omit<IssueCount, 'rows'>]> {
  for (const example of errorsOf(row)) yield said('error', example)
  for (const example of openWarningsOf(row)) yield said('warning', example)
}

function said(severity: IssueCount['severity'], example: Issue) {
  const { field, code } = example
  return [`${severity} ${field} ${code}`, { field, code, severity, example }] as const
}
