import { requestFields } from '#shared/payout/fields.ts'
import { textMeantBy, unguardedWithin } from '#shared/payout/request-csv.ts'
import { fieldSentAs } from '#shared/payout/sent-request.ts'
import { type Cell, exactText } from './table.ts'
import type { TableBuilder } from './table-builder.ts'

/**
 * Takes rows of separated text. In an export of payout requests, the apostrophes that keep spreadsheets from changing a cell are not part
 * of its text; nor are those within a cell of any file, as in the file of rows that were not saved. An export of payout requests has a
 * column for every field of a request, under its exact name, and may have others. Any program can write such a heading, but only an export
 * has apostrophes before its numbers: until one is seen, a number is the text that it is.
 */
export class ExportedRows {
  readonly #table: TableBuilder
  /** Whether some cell may have a zero byte: whatever stood in its place is lost. */
  isSpoilt = false
  #hasHeading = false
  #isExport = false

  constructor(table: TableBuilder) {
    this.#table = table
  }

  get rowNumber(): number {
    return this.#table.rowNumber
  }

  add(cells: string[]): void {
    if (this.#table.rows.length === 0) this.#hasHeading = isHeadingOfExport(cells)
    else if (this.#hasHeading) this.#isExport ||= cells.some((cell) => guardedNumber.test(cell))
    const meant = this.#isExport ? meanings(cells) : cells.map(unguardedWithin)
    this.#table.add(this.isSpoilt ? meant.map(unspoilt) : meant)
  }
}

function isHeadingOfExport(cells: readonly string[]): boolean {
  if (cells.length < requestFields.length) return false
  const named = new Set(cells.map((name) => fieldSentAs(name)))
  return requestFields.every((field) => named.has(field))
}

function unspoilt(cell: Cell): Cell {
  const text = typeof cell === 'string' ? cell : cell.text
  return text.includes('\0') ? { kind: 'unreadable', text: text.replaceAll('\0', '\uFFFD') } : cell
}

/** Most cells mean what they are. */
function meanings(cells: readonly string[]): Cell[] {
  const meant: Cell[] = []
  for (const cell of cells) meant.push(mayMeanMore.test(cell) ? meaning(cell) : cell)
  return meant
}

/** It begins like a number or with an apostrophe, or has a character after which an apostrophe may be added. */
const mayMeanMore = /^[-\d']|[;\t\r\n]/

function meaning(cell: string): Cell {
  return number.test(cell) ? { kind: 'number', text: cell } : exactText(textMeantBy(cell))
}

/** As a number is stored: what begins with a zero was left as text. */
const number = /^-?(?:0|[1-9]\d{0,400})(?:\.\d{1,400})?$/

const guardedNumber = /^'[^\d]{0,40}\d/
