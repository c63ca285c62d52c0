import type { RawEntry } from '#shared/payout/entry.ts'
import type { ReadyRow } from './protocol.ts'
import { type Cells, decidedOf, type RowReading, type SheetRow } from './sheet-row.ts'
import { type Twins, twinsIn } from './sheet-summary.ts'

/** How the rows of a sheet are read: by the rules, with the file's own decimal sign. */
export interface SheetReader {
  readonly entryOf: (cells: Cells) => RawEntry
  readonly read: (cells: Cells) => RowReading
}

/** The rows of a sheet, each read once for as long as it stays as it is. */
export interface SheetMemory {
  readonly rows: readonly SheetRow[]
  /** Grows with each change. */
  readonly version: () => number
  readonly bump: () => void
  readonly placeOf: (row: number) => number | undefined
  /** The row at a place, read now if it was not. */
  readonly readAt: (place: number) => SheetRow | undefined
  readonly replace: (place: number, row: SheetRow) => void
  readonly update: (row: number, change: (before: SheetRow) => SheetRow) => number | undefined
  readonly twins: () => Twins
  readonly readFor: (ms: number) => boolean
  /** The first rows of which something is true, as the server is sent them. */
  readonly first: (most: number, is: (row: SheetRow) => boolean) => readonly ReadyRow[]
}

export function createSheetMemory(given: readonly SheetRow[], reader: SheetReader): SheetMemory {
  const rows = [...given]
  const places = new Map(rows.map(({ row }, place) => [row, place]))
  let version = 1
  /** Before this place all rows were read once; what changes is read with the change. */
  let unreadFrom = 0
  let twins: Twins | undefined

  function set(place: number, row: SheetRow) {
    rows[place] = row
    twins = undefined
    version += 1
  }

  function readAt(place: number): SheetRow | undefined {
    const row = rows[place]
    if (row === undefined || row.reading !== undefined) return row
    const read = { ...row, reading: reader.read(row.edit.cells) }
    set(place, read)
    return read
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
    twins() {
      twins ??= twinsIn(rows)
      return twins
    },
    readFor(ms) {
      const end = performance.now() + ms
      for (; unreadFrom < rows.length && performance.now() < end; unreadFrom += 1) readAt(unreadFrom)
      return unreadFrom < rows.length
    },
    first(most, is) {
      const found: ReadyRow[] = []
      for (let place = 0; place < rows.length && found.length < most; place += 1) {
        const row = readAt(place)
        if (row === undefined || !is(row)) continue
        const { edit, replaces } = row
        const ready = {
          row: row.row,
          entry: reader.entryOf(edit.cells),
          confirmed: edit.confirmed,
          decided: decidedOf(row),
        }
        found.push(replaces === undefined ? ready : { ...ready, replaces })
      }
      return found
    },
  }
}
