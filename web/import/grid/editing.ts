/** What is being typed. */
export interface Editing {
  /** What stands in the editor at first: a key that was pressed; undefined: what stands in the cell. */
  readonly text: string | undefined
  /** So many rows are to have it. */
  readonly rows: number
  readonly commit: (text: string) => void
}

export type Move = 'down' | 'next' | 'previous' | 'stay'

/** Where a cell stands, in px. */
export interface Rect {
  readonly top: number
  readonly left: number
  readonly width: number
  readonly height: number
}
