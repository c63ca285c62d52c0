import type { Issue } from '#shared/api/issue.ts'
import { totalsOf } from '#shared/payout/totals.ts'
import type { ImportRow, IssueCount, RowFilter, RowState, SheetSummary } from './protocol.ts'
import {
  hasErrors,
  isDraftable,
  isFreeOfErrors,
  isPending,
  isReady,
  openWarningsOf,
  rowErrorsOf,
  rowStateOf,
} from './sheet-row.ts'

/** The other rows that pay the same to the same account, by row number. */
export type DuplicateRows = ReadonlyMap<number, readonly number[]>

/** Finds the rows that pay the same; skipped rows pay nothing. */
export function findDuplicateRows(rows: readonly ImportRow[]): DuplicateRows {
  const byPayment = new Map<string, number[]>()
  for (const row of rows) {
    const payment = row.reading?.payment
    if (payment === undefined || rowStateOf(row) === 'skipped') continue
    const same = byPayment.get(payment)
    if (same === undefined) byPayment.set(payment, [row.row])
    else same.push(row.row)
  }
  const groups = [...byPayment.values()].filter((same) => same.length > 1)
  return new Map(groups.flatMap((same) => same.map((row) => [row, same.filter((other) => other !== row)] as const)))
}

/** The references that several rows have; skipped rows take none. */
export function sharedReferences(rows: readonly ImportRow[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const row of rows) {
    const reference = referenceOf(row)
    if (reference === '' || rowStateOf(row) === 'skipped') continue
    if (seen.has(reference)) shared.add(reference)
    else seen.add(reference)
  }
  return shared
}

export function referenceOf({ edit }: ImportRow): string {
  return edit.cells.externalReference?.trim() ?? ''
}

/** Whether a filter shows a row. */
export function matchesFilter(row: ImportRow, filter: RowFilter, twins: DuplicateRows): boolean {
  if (filter.state !== undefined && rowStateOf(row) !== filter.state) return false
  if (filter.with !== undefined && !isWith(row, filter.with, twins)) return false
  if ((filter.field !== undefined || filter.code !== undefined) && !hasIssueOf(row, filter)) return false
  return filter.text === undefined || hasText(row, filter.text)
}

function isWith(row: ImportRow, what: NonNullable<RowFilter['with']>, twins: DuplicateRows): boolean {
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
      return isPending(row) && row.known?.beneficiary === null && row.known.isCompared
    case 'later':
      return isPending(row) && row.known?.isCompared === false
    case 'known':
      return isPending(row) && row.known !== undefined && row.known.beneficiary !== null
  }
}

function hasIssueOf(row: ImportRow, { field, code }: RowFilter): boolean {
  return (
    isPending(row) &&
    [...rowErrorsOf(row), ...openWarningsOf(row)].some(
      (issue) => issue.field === (field ?? issue.field) && issue.code === (code ?? issue.code),
    )
  )
}

function hasText({ edit }: ImportRow, text: string): boolean {
  const wanted = text.toLowerCase()
  return Object.values(edit.cells).some((cell) => cell.toLowerCase().includes(wanted))
}

type SummaryContext = Pick<
  SheetSummary,
  'version' | 'makes' | 'fields' | 'shown' | 'filter' | 'order' | 'canUndo' | 'canRedo'
>

/** Counts all rows again. Twenty thousand take some milliseconds, in the worker, so the page does not wait. */
export function summaryOf(rows: readonly ImportRow[], twins: DuplicateRows, around: SummaryContext): SheetSummary {
  const count = (is: (row: ImportRow) => boolean) => rows.reduce((sum, row) => sum + Number(is(row)), 0)
  const inState = (state: RowState) => count((row) => rowStateOf(row) === state)
  const sound = rows.filter(isFreeOfErrors)
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
      // A beneficiary is not saved with errors.
      draftable: around.makes === 'payouts' ? count(isDraftable) : 0,
      unread: count((row) => row.reading === undefined),
    },
    issues: issueCounts(rows.filter(isPending)),
    withWarnings: count((row) => isWith(row, 'warnings', twins)),
    beneficiaries: {
      new: count((row) => isWith(row, 'new', twins)),
      known: count((row) => isWith(row, 'known', twins)),
      later: count((row) => isWith(row, 'later', twins)),
    },
    damaged: count((row) => isWith(row, 'damage', twins)),
    twins: count((row) => isPending(row) && twins.has(row.row)),
    totals: totalsOf(sound.flatMap(({ reading }) => reading?.money ?? [])),
  }
}

/** The issues with the most rows come first. */
function issueCounts(rows: readonly ImportRow[]): readonly IssueCount[] {
  const counts = new Map<string, IssueCount>()
  for (const row of rows) {
    // Once per row, even where it has the issue twice.
    for (const [key, issue] of new Map(issuesByKind(row))) {
      const before = counts.get(key)
      counts.set(key, before === undefined ? { ...issue, rows: 1 } : { ...before, rows: before.rows + 1 })
    }
  }
  return [...counts.values()].toSorted((one, other) => other.rows - one.rows)
}

function* issuesByKind(row: ImportRow): Generator<readonly [string, Omit<IssueCount, 'rows'>]> {
  for (const example of rowErrorsOf(row)) yield keyedIssue('error', example)
  for (const example of openWarningsOf(row)) yield keyedIssue('warning', example)
}

function keyedIssue(severity: IssueCount['severity'], example: Issue) {
  const { field, code } = example
  return [`${severity} ${field} ${code}`, { field, code, severity, example }] as const
}
