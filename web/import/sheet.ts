import type {
  Alike,
  KnownRow,
  ReadyRow,
  RowAnswer,
  RowFilter,
  SheetCommand,
  SheetField,
  SheetSummary,
  ShownRow,
} from './protocol.ts'
import { isAlike } from './sheet-alike.ts'
import { changesOf, isOfHistory, type RowChange } from './sheet-edits.ts'
import { createSheetMemory, type SheetMemory, type SheetReader } from './sheet-memory.ts'
import { type Cells, isReady, type SheetRow, shownRow, stateOf } from './sheet-row.ts'
import { passes, summaryOf } from './sheet-summary.ts'

/** A table of payouts that are being mended: every row of it, whichever are shown. */
export interface Sheet {
  readonly summary: () => SheetSummary
  /** The rows from a place of what is shown, read at once, whatever else is to be read. */
  readonly rows: (from: number, count: number) => readonly ShownRow[]
  readonly show: (filter: RowFilter) => void
  readonly edit: (command: SheetCommand) => void
  /** Reads rows that were not read for so many milliseconds; false once there is none. */
  readonly readFor: (ms: number) => boolean
  /** All rows as they are, for what saves them. */
  readonly all: readonly SheetRow[]
  /** The first rows that are ready, to be sent to the server. */
  readonly ready: (most: number) => readonly ReadyRow[]
  readonly answered: (answers: readonly RowAnswer[]) => void
  /** The rows that are not saved, from the how-many-th on, whichever are shown. */
  readonly left: (from: number, count: number) => readonly ShownRow[]
  /** How many rows are alike. */
  readonly count: (alike: Alike) => number
  /** The first rows without errors about which the server was not asked as they stand. */
  readonly unknown: (most: number) => readonly ReadyRow[]
  readonly learn: (known: readonly (KnownRow & { readonly row: number })[]) => void
}

/** `touched` is told of every row that is to be saved again, by its place. */
export function createSheet(
  fields: readonly SheetField[],
  given: readonly SheetRow[],
  reader: SheetReader,
  touched: (place: number) => void,
): Sheet {
  const memory = createSheetMemory(given, reader)
  const { rows } = memory
  const history = createHistory((changes, side) => apply(memory, changes, side, touched))
  let view = rows.map((_, place) => place)
  let filter: RowFilter = {}
  /** What the cells of a row were when the server was asked about it. */
  const asked = new Map<number, Cells | undefined>()
  const cellsOf = (row: number) => rows[memory.placeOf(row) ?? -1]?.edit.cells
  function shownAt(places: readonly number[]): readonly ShownRow[] {
    return places.flatMap((place) => {
      const row = memory.readAt(place)
      return row === undefined ? [] : [shownRow(row, memory.twins().get(row.row) ?? [])]
    })
  }
  return {
    all: rows,
    summary: () =>
      summaryOf(rows, memory.twins(), {
        version: memory.version(),
        fields,
        filter,
        shown: view.length,
        ...history.state(),
      }),
    rows: (from, count) => shownAt(view.slice(from, from + count)),
    show(next) {
      filter = next
      view = rows.flatMap((row, place) => (passes(row, filter, memory.twins()) ? [place] : []))
      memory.bump()
    },
    edit(command) {
      if (isOfHistory(command)) history[command.kind]()
      else history.begin(changesOf({ fields, rows, view, placeOf: memory.placeOf }, command))
    },
    readFor: memory.readFor,
    ready: (most) => memory.first(most, isReady),
    answered(answers) {
      for (const answer of answers) {
        const { row: _, ...outcome } = answer
        const place = memory.update(answer.row, (before) => ({ ...before, ...outcome }))
        if (place !== undefined) touched(place)
      }
    },
    left(from, count) {
      const places = rows.flatMap((row, place) => (stateOf(row) === 'saved' ? [] : [place]))
      return shownAt(places.slice(from, from + count))
    },
    count: (alike) => rows.reduce((sum, row) => sum + Number(isAlike(row, alike)), 0),
    unknown(most) {
      const found = memory.first(
        most,
        (row) => row.known === undefined && row.reading?.money !== undefined && stateOf(row) === 'open',
      )
      for (const { row } of found) asked.set(row, cellsOf(row))
      return found
    },
    learn(known) {
      for (const { row, ...said } of known) {
        // What was asked of other cells than stand there by now says nothing of these.
        if (asked.has(row) && asked.get(row) !== cellsOf(row)) continue
        memory.update(row, (before) => ({ ...before, known: said }))
      }
    },
  }
}

/** Puts one side of each change in its place. What was saved meanwhile stays, as its payout has it. */
function apply(
  memory: SheetMemory,
  changes: readonly RowChange[],
  side: 'before' | 'after',
  touched: (place: number) => void,
): void {
  for (const { place, [side]: edit } of changes) {
    const row = memory.rows[place]
    if (row === undefined || stateOf(row) === 'saved') continue
    const isReadAlready = edit.cells === row.edit.cells
    const fresh = { row: row.row, replaces: row.replaces, edit }
    memory.replace(place, isReadAlready ? { ...row, edit, refusal: undefined } : fresh)
    memory.readAt(place)
    touched(place)
  }
}

/** So many commands can be taken back. */
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
