import { FileReadError, fileLimits } from './refusal.ts'
import type { Cell, FileTable, TableRow } from './table.ts'

/** The rows of a table as they are read: the same list grows, so that its first rows can be shown while the rest comes. */
export class TableBuilder implements FileTable {
  readonly rows: TableRow[] = []
  /** The number of the last row, blank ones counted in; a workbook says it of each row. */
  rowNumber = 0
  #filled = 0
  #cells = 0

  /** Sets the first row to a list that may still grow. */
  addHeading(cells: Cell[]): void {
    this.rowNumber = 1
    this.rows.push(cells)
  }

  /**
   * Adds the next row.
   * @throws Refused beyond a limit
   */
  add(cells: Cell[]): void {
    this.rowNumber += 1
    this.put(cells)
  }

  /**
   * Sets the row that has the number `rowNumber` now.
   * @throws Refused beyond a limit
   */
  put(cells: Cell[]): void {
    let length = cells.length
    while (length > 0 && cells[length - 1] === '') length -= 1
    if (length === 0) {
      if (this.rowNumber > fileLimits.blankRows) throw tooManyRows()
      return
    }
    if (length < cells.length) cells.length = length
    this.#share(cells)
    this.#count(length)
    // Blank rows between two others; those at the end are never added.
    while (this.rows.length < this.rowNumber - 1) this.rows.push(blank)
    this.rows.push(cells)
  }

  /** Columns repeat themselves: the same text in the row above is kept once. */
  #share(cells: Cell[]): void {
    const above = this.rows.at(-1)
    if (above === undefined) return
    for (let column = 0; column < cells.length; column += 1) {
      const cell = above[column]
      if (cell !== undefined && cells[column] === cell) cells[column] = cell
    }
  }

  #count(length: number): void {
    const { cells, columns, rowNumber, rows } = fileLimits
    if (length > columns)
      throw new FileReadError({ refusal: 'too_many_columns', params: { row: this.rowNumber, limit: columns } })
    this.#filled += 1
    this.#cells += length
    if (this.#filled > rows || this.rowNumber > rowNumber) throw tooManyRows()
    if (this.#cells > cells) throw new FileReadError({ refusal: 'too_many_cells', params: { limit: cells } })
  }
}

function tooManyRows(): FileReadError {
  return new FileReadError({ refusal: 'too_many_rows', params: { limit: fileLimits.rows - 1 } })
}

const blank: TableRow = []
