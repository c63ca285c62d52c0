import type { RowTexts } from '#shared/import/sheet-field.ts'
import type { RawEntry } from '#shared/payout/entry.ts'
import type { ImportRow, ReadyRow, RowAssessment } from './protocol.ts'
import { acceptedDamageOf, decidedDamageOf, isPending } from './sheet-row.ts'
import { type DuplicateRows, findDuplicateRows, referenceOf, sharedReferences } from './sheet-summary.ts'

/** How the rows of a sheet are read: by the rules, with the file's own decimal separator. */
export interface ImportRowReader {
  readonly entryOf: (cells: RowTexts) => RawEntry
  readonly read: (cells: RowTexts) => RowAssessment
}

/** The rows of a sheet. Each version of a row is read once. */
export interface SheetMemory {
  readonly rows: readonly ImportRow[]
  /** Grows with each change. */
  readonly version: () => number
  readonly bump: () => void
  readonly placeOf: (row: number) => number | undefined
  /** The row at an index, read now if it was not. */
  readonly readAt: (place: number) => ImportRow | undefined
  readonly replace: (place: number, row: ImportRow) => void
  readonly update: (row: number, change: (before: ImportRow) => ImportRow) => number | undefined
  /** Also notes which rows share a reference: to be asked before rows are looked at. */
  readonly twins: () => DuplicateRows
  readonly readFor: (ms: number) => boolean
  /** The first rows that match, in the form sent to the server. */
  readonly first: (most: number, is: (row: ImportRow) => boolean) => readonly ReadyRow[]
}

export function createSheetMemory(given: readonly ImportRow[], reader: ImportRowReader): SheetMemory {
  const rows = [...given]
  const places = new Map(rows.map(({ row }, place) => [row, place]))
  let version = 1
  /** All rows before this index were read once; a changed row is read with its change. */
  let unreadFrom = 0
  let twins: DuplicateRows | undefined

  function set(place: number, row: ImportRow) {
    rows[place] = row
    twins = undefined
    version += 1
  }

  function readAt(place: number): ImportRow | undefined {
    const row = rows[place]
    if (row === undefined || row.reading !== undefined) return row
    const read = { ...row, reading: reader.read(row.edit.cells) }
    set(place, read)
    return read
  }

  function compared(): DuplicateRows {
    if (twins !== undefined) return twins
    const shared = sharedReferences(rows)
    for (const [place, row] of rows.entries()) {
      const sharesReference = isPending(row) && shared.has(referenceOf(row))
      if (sharesReference !== (row.sharesReference === true)) rows[place] = { ...row, sharesReference }
    }
    twins = findDuplicateRows(rows)
    return twins
  }

  return {
    rows,
    version: () => version,
    bump() {
      version += 1
    },
    placeOf: (row) => places.get(row),
    readAt,
    replace: set,
    update(number, change) {
      const place = places.get(number)
      const row = place === undefined ? undefined : rows[place]
      if (place !== undefined && row !== undefined) set(place, change(row))
      return place
    },
    twins: compared,
    readFor(ms) {
      const end = performance.now() + ms
      for (; unreadFrom < rows.length && performance.now() < end; unreadFrom += 1) readAt(unreadFrom)
      return unreadFrom < rows.length
    },
    first(most, is) {
      const found: ReadyRow[] = []
      compared()
      for (let place = 0; place < rows.length && found.length < most; place += 1) {
        const row = readAt(place)
        if (row === undefined || !is(row)) continue
        const { edit, replaces } = row
        const ready = {
          row: row.row,
          entry: reader.entryOf(edit.cells),
          confirmed: edit.confirmed,
          accepted: acceptedDamageOf(row),
          decided: decidedDamageOf(row),
        }
        found.push(replaces === undefined ? ready : { ...ready, replaces })
      }
      return found
    },
  }
}
