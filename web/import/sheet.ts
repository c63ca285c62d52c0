import type { RowTexts } from '#shared/import/sheet-field.ts'
import type {
  ImportRow,
  IssueGroup,
  KnownRow,
  ReadyRow,
  RowAnswer,
  RowFilter,
  RowOrder,
  SheetCommand,
  SheetSummary,
  ShownRow,
} from './protocol.ts'
import { isAlike } from './sheet-alike.ts'
import { isOfHistory, type RowChange, rowChangesOf } from './sheet-edits.ts'
import { createSheetMemory, type ImportRowReader, type SheetMemory } from './sheet-memory.ts'
import { sortedPlaces } from './sheet-order.ts'
import { isDraftable, isReady, rowStateOf, shownRow } from './sheet-row.ts'
import { matchesFilter, summaryOf } from './sheet-summary.ts'

/** A table of payouts that are being fixed: all of its rows, whatever the filter shows. */
export interface ImportSheet {
  readonly summary: () => SheetSummary
  /** The shown rows from an index on, read now, before any other unread rows. */
  readonly rows: (from: number, count: number) => readonly ShownRow[]
  readonly show: (filter: RowFilter, order?: RowOrder) => void
  readonly edit: (command: SheetCommand) => void
  /** Reads unread rows for at most this many milliseconds; false once there are none. */
  readonly readFor: (ms: number) => boolean
  /** All rows, for saving them on the server. */
  readonly all: readonly ImportRow[]
  /** The first rows that are ready, of those with a number above `after`, to be sent to the server; or those that are saved as drafts. */
  readonly ready: (most: number, after?: number, asDrafts?: boolean) => readonly ReadyRow[]
  readonly answered: (answers: readonly RowAnswer[]) => void
  /** The rows that are not saved, from an index on, whatever the filter shows. */
  readonly left: (from: number, count: number) => readonly ShownRow[]
  /** How many rows have the issue. */
  readonly count: (alike: IssueGroup) => number
  /** The first rows without errors whose current version the server was not asked about. */
  readonly unknown: (most: number) => readonly ReadyRow[]
  readonly learn: (known: readonly (KnownRow & { readonly row: number })[]) => void
}

/** `touched` is called with the index of every row that has to be saved again. */
export function createSheet(
  { makes, fields }: Pick<SheetSummary, 'makes' | 'fields'>,
  given: readonly ImportRow[],
  reader: ImportRowReader,
  touched: (place: number) => void,
): ImportSheet {
  const memory = createSheetMemory(given, reader)
  const { rows } = memory
  const history = createHistory((changes, side) => apply(memory, changes, side, touched))
  let view: readonly number[] = rows.map((_, place) => place)
  let filter: RowFilter = {}
  let order: RowOrder | undefined
  /** The cells of a row when the server was asked about it. */
  const asked = new Map<number, RowTexts | undefined>()
  const cellsOf = (row: number) => rows[memory.placeOf(row) ?? -1]?.edit.cells
  function shownAt(places: readonly number[]): readonly ShownRow[] {
    for (const place of places) memory.readAt(place)
    const twins = memory.twins()
    return places.flatMap((place) => {
      const row = rows[place]
      return row === undefined ? [] : [shownRow(row, twins.get(row.row) ?? [])]
    })
  }
  return {
    all: rows,
    summary: () =>
      summaryOf(rows, memory.twins(), {
        version: memory.version(),
        makes,
        fields,
        filter,
        order,
        shown: view.length,
        ...history.state(),
      }),
    rows: (from, count) => shownAt(view.slice(from, from + count)),
    show(nextFilter, nextOrder) {
      filter = nextFilter
      order = nextOrder
      const twins = memory.twins()
      const matching = rows.flatMap((row, place) => (matchesFilter(row, filter, twins) ? [place] : []))
      view = order === undefined ? matching : sortedPlaces(rows, matching, order)
      memory.bump()
    },
    edit(command) {
      if (isOfHistory(command)) history[command.kind]()
      else history.begin(rowChangesOf({ fields, rows, view, placeOf: memory.placeOf }, command))
    },
    readFor: memory.readFor,
    ready: (most, after = 0, asDrafts = false) => rowsToSend(memory, most, after, asDrafts),
    answered(answers) {
      for (const answer of answers) {
        const { row: _, ...outcome } = answer
        const place = memory.update(answer.row, (before) => ({ ...before, ...outcome }))
        if (place !== undefined) touched(place)
      }
    },
    left(from, count) {
      const places = rows.flatMap((row, place) => (rowStateOf(row) === 'saved' ? [] : [place]))
      return shownAt(places.slice(from, from + count))
    },
    count(alike) {
      memory.twins()
      return rows.reduce((sum, row) => sum + Number(isAlike(row, alike)), 0)
    },
    unknown(most) {
      const found = memory.first(most, (row) => row.known === undefined && isSound(row) && rowStateOf(row) === 'open')
      for (const { row } of found) asked.set(row, cellsOf(row))
      return found
    },
    learn(known) {
      for (const { row, ...facts } of known) {
        // An answer about an earlier version of the cells does not apply any more.
        if (asked.has(row) && asked.get(row) !== cellsOf(row)) continue
        memory.update(row, (before) => ({ ...before, known: facts }))
      }
    },
  }
}

/** Whether the rules take a row. */
function isSound({ reading }: ImportRow): boolean {
  return reading?.country !== undefined && reading.errors.length === 0
}

function rowsToSend(memory: SheetMemory, most: number, after: number, asDrafts: boolean): readonly ReadyRow[] {
  const found = memory.first(most, (row) => row.row > after && (asDrafts ? isDraftable : isReady)(row))
  return asDrafts ? found.map((row) => ({ ...row, withErrors: true })) : found
}

/** Applies one side of each change. Rows saved since then keep the state of their payouts. */
function apply(
  memory: SheetMemory,
  changes: readonly RowChange[],
  side: 'before' | 'after',
  touched: (place: number) => void,
): void {
  for (const { place, [side]: edit } of changes) {
    const row = memory.rows[place]
    if (row === undefined || rowStateOf(row) === 'saved') continue
    const isReadAlready = edit.cells === row.edit.cells
    const fresh = { row: row.row, replaces: row.replaces, refusedFor: row.refusedFor, edit }
    memory.replace(place, isReadAlready ? { ...row, edit, refusal: undefined } : fresh)
    memory.readAt(place)
    touched(place)
  }
}

/** The most commands that can be undone. */
const mostUndone = 200

function createHistory(put: (changes: readonly RowChange[], side: 'before' | 'after') => void) {
  const done: (readonly RowChange[])[] = []
  const undone: (readonly RowChange[])[] = []
  function move(from: typeof done, to: typeof done, side: 'before' | 'after') {
    const changes = from.pop()
    if (changes === undefined) return
    put(changes, side)
    to.push(changes)
  }
  return {
    begin(changes: readonly RowChange[]) {
      if (changes.length === 0) return
      put(changes, 'after')
      done.push(changes)
      if (done.length > mostUndone) done.shift()
      undone.length = 0
    },
    undo: () => move(done, undone, 'before'),
    redo: () => move(undone, done, 'after'),
    state: () => ({ canUndo: done.length > 0, canRedo: undone.length > 0 }),
  }
}
