/** The position of a cell: rows count from 0 in what is shown; column 0 is the row's head, the fields follow. */
export interface CellPosition {
  readonly row: number
  readonly column: number
}

/** The focused cell, and the cell from which a block is stretched to it. */
export interface Selection {
  readonly at: CellPosition
  readonly from: CellPosition
  /** Whole rows that were chosen one by one, instead of those of the block. */
  readonly rows?: readonly number[] | undefined
}

/** The size of the grid, and the rows of a page. */
export interface Extent {
  readonly rows: number
  readonly columns: number
  readonly page: number
}

/** A block of cells, all ends included. */
export interface Block {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export const firstCell: Selection = { at: { row: 0, column: 1 }, from: { row: 0, column: 1 } }

export function selectionOf(at: CellPosition): Selection {
  return { at, from: at }
}

export function blockOf({ at, from }: Selection): Block {
  return {
    top: Math.min(at.row, from.row),
    bottom: Math.max(at.row, from.row),
    left: Math.min(at.column, from.column),
    right: Math.max(at.column, from.column),
  }
}

/** The rows that an action for whole rows applies to, from the top. */
export function rowsOfSelection(selection: Selection): readonly number[] {
  const { top, bottom } = blockOf(selection)
  return selection.rows ?? Array.from({ length: bottom - top + 1 }, (_, step) => top + step)
}

/** Adds the row of a cell to the chosen rows, or takes it away again. */
export function withRow(selection: Selection, at: CellPosition): Selection {
  const before = rowsOfSelection(selection)
  const rows = before.includes(at.row)
    ? before.filter((row) => row !== at.row)
    : [...before, at.row].toSorted((one, other) => one - other)
  return { ...selectionOf(at), rows: rows.length > 0 ? rows : undefined }
}

/** The part of a keyboard event that decides where to go. */
export interface Keystroke {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** The selection after a key, as in a spreadsheet; undefined for a key that does not move. With Shift the block is stretched; without it chosen rows stay. */
export function selectionAfter(
  stroke: Keystroke,
  { at, from, rows }: Selection,
  extent: Extent,
): Selection | undefined {
  if (stroke.altKey) return undefined
  const isFar = stroke.ctrlKey || stroke.metaKey
  if (isFar && stroke.key.toLowerCase() === 'a')
    return { at: { row: extent.rows - 1, column: extent.columns - 1 }, from: { row: 0, column: 1 } }
  const step = isFar ? farSteps[stroke.key] : steps[stroke.key]
  if (step === undefined) return undefined
  const next = within(step(at, extent), extent)
  return stroke.shiftKey ? { at: next, from } : { at: next, from: next, rows }
}

/** All cells of a column, the first of them focused; of the whole sheet in the corner. */
export function wholeColumn(column: number, { rows, columns }: Extent): Selection {
  const last = column === 0 ? columns - 1 : column
  return { at: { row: 0, column: Math.max(1, column) }, from: { row: rows - 1, column: last } }
}

/** The next cell for Tab, or the previous one for Shift and Tab, across rows; undefined past the last or the first cell. */
export function afterTab({ at }: Selection, isBack: boolean, extent: Extent): Selection | undefined {
  const place = at.row * extent.columns + at.column + (isBack ? -1 : 1)
  if (place < 0 || place >= extent.rows * extent.columns) return undefined
  return selectionOf({ row: Math.floor(place / extent.columns), column: place % extent.columns })
}

/** The same selection in a grid that has become smaller. */
export function clampSelection({ at, from, rows }: Selection, extent: Extent): Selection {
  return { at: within(at, extent), from: within(from, extent), rows: rows?.filter((row) => row < extent.rows) }
}

type CellMove = (at: CellPosition, extent: Extent) => CellPosition

const steps: Readonly<Record<string, CellMove | undefined>> = {
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  PageUp: ({ row, column }, { page }) => ({ row: row - page, column }),
  PageDown: ({ row, column }, { page }) => ({ row: row + page, column }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }, { columns }) => ({ row, column: columns - 1 }),
}

const farSteps: Readonly<Record<string, CellMove | undefined>> = {
  ArrowUp: ({ column }) => ({ row: 0, column }),
  ArrowDown: ({ column }, { rows }) => ({ row: rows - 1, column }),
  ArrowLeft: ({ row }) => ({ row, column: 0 }),
  ArrowRight: ({ row }, { columns }) => ({ row, column: columns - 1 }),
  Home: () => ({ row: 0, column: 0 }),
  End: (_, { rows, columns }) => ({ row: rows - 1, column: columns - 1 }),
}

function within({ row, column }: CellPosition, { rows, columns }: Extent): CellPosition {
  const limited = (place: number, count: number) => Math.max(0, Math.min(place, count - 1))
  return { row: limited(row, rows), column: limited(column, columns) }
}
