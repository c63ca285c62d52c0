import { FileReadError, fileLimits } from './refusal.ts'
import type { Separator } from './table.ts'

/** What takes the rows. */
interface RowSink {
  /** How many it was given. */
  readonly rowNumber: number
  /** `cut`: how many blank cells at the end of the row were left out. */
  add(cells: string[], cut: number): void
}

/**
 * Reads rows from text in pieces (CSV, TSV and the like): RFC 4180, and what spreadsheets and people make of it. Lines end in CRLF, LF or CR,
 * rows have as many cells as they have. A cell in quotation marks is one whose closing mark ends it, with or without blanks behind it; else the
 * mark is part of the text (`"Ana" Gómez`), as in cells that spreadsheets put on the clipboard. Every character is looked at a bounded number of
 * times.
 */
export class SeparatedReader {
  readonly #separator: Separator
  readonly #rows: RowSink
  /** What is left of the piece before: the beginning of a row. */
  #rest = ''

  constructor(separator: Separator, rows: RowSink) {
    this.#separator = separator
    this.#rows = rows
  }

  /** @throws Refused beyond a limit, and for a quotation mark that is never closed */
  read(piece: string, isLast: boolean): void {
    const text = this.#rest + piece
    const scan = new Scan(text, this.#separator, isLast, this.#rows.rowNumber)
    let start = 0
    for (let cells = scan.row(); cells !== undefined; cells = scan.row()) {
      this.#rows.add(cells, scan.cut)
      start = scan.place
    }
    this.#rest = text.slice(start)
    if (this.#rest.length > fileLimits.rowCharacters) throw rowTooLong(this.#rows.rowNumber + 1)
  }
}

/** Goes over one text, row by row. */
class Scan {
  place = 0
  /** How many blank cells at the end of the last row were left out. */
  cut = 0
  readonly #text: string
  readonly #separator: Separator
  readonly #separatorCode: number
  readonly #isLast: boolean
  #rowNumber: number
  /** The position of the next of each at or after `place`; the text's length where there is none. */
  #lineFeed = -1
  #carriageReturn = -1
  #quote = -1
  #separatorAt = -1

  constructor(text: string, separator: Separator, isLast: boolean, rowsBefore: number) {
    this.#text = text
    this.#separator = separator
    this.#separatorCode = separator.charCodeAt(0)
    this.#isLast = isLast
    this.#rowNumber = rowsBefore
  }

  /** The next row; undefined where the text holds no whole row any more. */
  row(): string[] | undefined {
    const start = this.place
    if (start >= this.#text.length) return undefined
    this.#rowNumber += 1
    const end = this.#lineEnd(start)
    this.#quote = this.#next('"', this.#quote, start)
    if (this.#quote < end) return this.#quotedRow(start, end)
    return this.#endsAt(start, end) ? this.#checked(this.#plainCells(start, end)) : undefined
  }

  /** Without what is blank at the end, and no more than one beyond the limit: a hostile row has a million. */
  #plainCells(start: number, end: number): string[] {
    let last = end
    while (last > start && this.#text.charCodeAt(last - 1) === this.#separatorCode) last -= 1
    this.cut = end - last
    const cells: string[] = []
    let from = start
    // The next position is remembered: a text without any would be searched to its end for each row.
    for (let at = this.#separatorFrom(from); at < last; at = this.#separatorFrom(from)) {
      cells.push(this.#text.slice(from, at))
      if (cells.length >= fileLimits.columns) throw tooManyColumns(this.#rowNumber)
      from = at + 1
    }
    cells.push(this.#text.slice(from, last))
    return cells
  }

  /** A row with quotation marks, cell by cell. */
  #quotedRow(start: number, firstEnd: number): string[] | undefined {
    this.cut = 0
    const cells: string[] = []
    let end = firstEnd
    for (let from = start; ; from += 1) {
      const closing = this.#text.charCodeAt(from) === mark ? this.#closing(from) : -1
      if (closing === undefined) return undefined
      const after = closing < 0 ? from : this.#pastBlanks(closing + 1)
      if (closing >= 0 && after >= this.#text.length && !this.#isLast) return undefined
      if (closing >= 0 && this.#endsCell(after)) {
        cells.push(this.#text.slice(from + 1, closing).replaceAll('""', '"'))
        from = after
        if (from > end) end = this.#lineEnd(from)
      } else {
        const cellEnd = Math.min(this.#separatorFrom(from), end)
        cells.push(this.#text.slice(from, cellEnd))
        from = cellEnd
      }
      if (cells.length > mostCells) throw tooManyColumns(this.#rowNumber)
      if (this.#text.charCodeAt(from) !== this.#separatorCode)
        return this.#endsAt(start, from) ? this.#checked(cells) : undefined
    }
  }

  /** The position of the mark that closes the one at `start`; undefined where more text must come first. */
  #closing(start: number): number | undefined {
    let at = this.#text.indexOf('"', start + 1)
    while (at >= 0 && this.#text.charCodeAt(at + 1) === mark) at = this.#text.indexOf('"', at + 2)
    const isKnown = at >= 0 && (at + 1 < this.#text.length || this.#isLast)
    const end = at < 0 ? this.#text.length : at
    // Beyond that no cell goes on: the mark was opened by mistake, and would swallow the rows that follow.
    if (end - start > fileLimits.cellCharacters || (this.#isLast && !isKnown))
      throw new FileReadError({ refusal: 'quote_not_closed', params: { row: this.#rowNumber } })
    return isKnown ? at : undefined
  }

  #pastBlanks(place: number): number {
    let at = place
    while (this.#text.charCodeAt(at) === blank) at += 1
    return at
  }

  #endsCell(place: number): boolean {
    if (place >= this.#text.length) return this.#isLast
    const after = this.#text.charCodeAt(place)
    return after === this.#separatorCode || after === lineFeed || after === carriageReturn
  }

  /** Whether the row that ends here is known to end here; `place` is then at the next. */
  #endsAt(start: number, end: number): boolean {
    const isReturn = this.#text.charCodeAt(end) === carriageReturn
    // A line feed may follow in the next piece.
    const isCut = end + (isReturn ? 1 : 0) >= this.#text.length
    if (isCut && !this.#isLast) return false
    if (end - start > fileLimits.rowCharacters) throw rowTooLong(this.#rowNumber)
    this.place = isReturn && this.#text.charCodeAt(end + 1) === lineFeed ? end + 2 : end + 1
    return true
  }

  #checked(cells: string[]): string[] {
    const { cellCharacters: limit } = fileLimits
    for (const cell of cells)
      if (cell.length > limit)
        throw new FileReadError({ refusal: 'cell_too_long', params: { row: this.#rowNumber, limit } })
    return cells
  }

  #lineEnd(from: number): number {
    this.#lineFeed = this.#next('\n', this.#lineFeed, from)
    this.#carriageReturn = this.#next('\r', this.#carriageReturn, from)
    return Math.min(this.#lineFeed, this.#carriageReturn)
  }

  #separatorFrom(from: number): number {
    this.#separatorAt = this.#next(this.#separator, this.#separatorAt, from)
    return this.#separatorAt
  }

  #next(sign: string, known: number, from: number): number {
    if (known >= from) return known
    const found = this.#text.indexOf(sign, from)
    return found < 0 ? this.#text.length : found
  }
}

const mark = '"'.charCodeAt(0)
const blank = ' '.charCodeAt(0)
const lineFeed = '\n'.charCodeAt(0)
const carriageReturn = '\r'.charCodeAt(0)

/** As many as a row of Excel has, blank ones counted in. */
const mostCells = 16_384

function tooManyColumns(row: number): FileReadError {
  return new FileReadError({ refusal: 'too_many_columns', params: { row, limit: fileLimits.columns } })
}

function rowTooLong(row: number): FileReadError {
  return new FileReadError({ refusal: 'row_too_long', params: { row } })
}
