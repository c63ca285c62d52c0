/** The text being typed. */
export interface Editing {
  /** The first text of the editor: the key that was pressed, or undefined for the text of the cell. */
  readonly text: string | undefined
  /** How many rows the text is set in. */
  readonly rows: number
  readonly commit: (text: string) => void
  /** The same for all selected cells. */
  readonly fill?: (text: string) => void
}

/** Where the focus goes next; with `fill` it stays, and all selected cells are set. */
export type MoveAfterEdit = 'down' | 'next' | 'previous' | 'stay' | 'fill'

/** The position of a cell, in px. */
export interface CellRect {
  readonly top: number
  readonly left: number
  readonly width: number
  readonly height: number
}
