import { brokenJson, JsonScanner, moreText } from './json-scanner.ts'
import { FileReadError, type FileRefusalCode, fileLimits } from './refusal.ts'
import { type Cell, exactText, type TableRow } from './table.ts'
import type { TableBuilder } from './table-builder.ts'

/**
 * Reads records from JSON in pieces: a list of objects, a list within an object (`{ "items": [ … ] }`), or objects one after the other, as in
 * JSON Lines. The heading of the table are their keys, in the order in which they first appear; an object within a record has a column for each
 * of its keys, `account.number`. Numbers keep all their digits; null is blank. A broken line of JSON Lines is a row that cannot be read, and
 * the others are read.
 */
export class JsonReader {
  /** Whether the objects stood one after the other. */
  isLines = false
  readonly #table: TableBuilder
  readonly #heading: string[] = []
  readonly #columns = new Map<string, number>()
  #place: 'start' | 'first' | 'next' | 'line' | 'members' | 'end' = 'start'
  #isWrapped = false
  #rest = ''
  /** The record, counted by tries, that filled each column last. */
  readonly #filledIn: number[] = []
  #tries = 0
  #firstBroken: FileReadError | undefined

  constructor(table: TableBuilder) {
    this.#table = table
  }

  /** @throws Refused for what is no list of records, and beyond a limit */
  read(piece: string, isLast: boolean): void {
    const scanner = new JsonScanner(this.#rest + piece, isLast)
    let start = 0
    while (this.#readsOn(scanner, start)) start = scanner.place
    if (isLast && this.#firstBroken !== undefined && this.#heading.length === 0) throw this.#firstBroken
    this.#rest = scanner.text.slice(start)
    if (this.#rest.length > fileLimits.rowCharacters)
      throw new FileReadError({ refusal: 'row_too_long', params: { row: this.#table.rowNumber + 1 } })
  }

  /** Reads from one record to the next, or past a broken line. False where more text must come first, or none comes. */
  #readsOn(scanner: JsonScanner, start: number): boolean {
    const known = this.#heading.length
    try {
      return this.#readNext(scanner)
    } catch (error) {
      if (error === moreText) return false
      if (!(error instanceof FileReadError) || !ofOneRecord.has(error.refusal.refusal)) throw error
      for (const name of this.#heading.splice(known)) this.#columns.delete(name)
      return this.#passBrokenLine(scanner, start, error)
    }
  }

  /** @throws Refused in any other form of JSON, where a record does not end with its line */
  #passBrokenLine(scanner: JsonScanner, from: number, error: FileReadError): boolean {
    const { text } = scanner
    const start = from + text.slice(from).search(/\S|$/)
    const next = text.slice(start).search(/\n[ \t\r]{0,9}\{/)
    if (this.#place !== 'line' && this.#place !== 'start') throw error
    if (next < 0 && !scanner.isLast && this.#place === 'line') return false
    const end = next < 0 ? text.length : start + next
    const line = text.slice(start, end).trim()
    if (this.#place === 'start') {
      if (next < 0 || line.includes('\n')) throw error
      this.isLines = true
      this.#place = 'line'
    }
    this.#firstBroken ??= error
    scanner.place = end
    // Some write a comma behind each line.
    if (line === ',') return true
    const row: TableRow = [{ kind: 'unreadable', text: line.slice(0, shownOfLine) }]
    // What goes on behind a record spoils it.
    if (this.isLines && this.#table.rows.length > 1 && !text.slice(from, start).includes('\n'))
      this.#table.rows.splice(-1, 1, row)
    else this.#addRow([...row])
    return true
  }

  /** False at the end of the text. */
  #readNext(scanner: JsonScanner): boolean {
    scanner.record = Math.max(1, this.#table.rowNumber)
    const sign = scanner.peek()
    if (sign === '') {
      if (this.#place !== 'end' && this.#place !== 'line') throw brokenJson(scanner.record)
      return false
    }
    switch (this.#place) {
      case 'start':
        this.#readStart(scanner)
        break
      case 'first':
        if (scanner.takes(']')) this.#endList()
        else this.#readRecord(scanner, 'next')
        break
      case 'next':
        if (scanner.takes(']')) this.#endList()
        else {
          scanner.take(',')
          this.#readRecord(scanner, 'next')
        }
        break
      case 'line':
        this.#readRecord(scanner, 'line')
        break
      case 'members':
        if (scanner.takes('}')) this.#place = 'end'
        else this.#readMembers(scanner)
        break
      case 'end':
        throw brokenJson(scanner.record)
    }
    return true
  }

  #readStart(scanner: JsonScanner): void {
    if (scanner.takes('[')) {
      this.#place = 'first'
      return
    }
    const start = scanner.place
    scanner.take('{')
    this.#isWrapped = !scanner.takes('}') && this.#findList(scanner)
    if (this.#isWrapped) {
      this.#place = 'first'
      return
    }
    scanner.place = start
    this.isLines = true
    this.#readRecord(scanner, 'line')
  }

  /** Goes over the members of an object to its list, and past the beginning of that. */
  #findList(scanner: JsonScanner): boolean {
    do {
      const name = scanner.string()
      scanner.take(':')
      if (listNames.has(name) && scanner.takes('[')) return true
      scanner.raw()
    } while (scanner.takes(','))
    return false
  }

  /** What an object says beside its list is not read, unless it is a second one. */
  #readMembers(scanner: JsonScanner): void {
    scanner.take(',')
    const name = scanner.string()
    scanner.take(':')
    if (listNames.has(name) && scanner.peek() === '[') throw new FileReadError({ refusal: 'two_lists', params: {} })
    scanner.raw()
  }

  #endList(): void {
    this.#place = this.#isWrapped ? 'members' : 'end'
  }

  #readRecord(scanner: JsonScanner, next: 'next' | 'line'): void {
    if (scanner.peek() !== '{') throw new FileReadError({ refusal: 'not_records', params: { record: scanner.record } })
    const cells: Cell[] = []
    this.#tries += 1
    this.#readObject(scanner, '', cells)
    // Only what is whole counts: more text would have this record read again.
    this.#addRow(cells)
    this.#place = next
  }

  #addRow(cells: Cell[]): void {
    if (this.#table.rowNumber === 0) this.#table.addHeading(this.#heading)
    this.#table.add(cells)
  }

  #readObject(scanner: JsonScanner, path: string, cells: Cell[]): void {
    scanner.take('{')
    if (scanner.takes('}')) return
    do {
      scanner.peek()
      const name = path + scanner.string()
      scanner.take(':')
      if (scanner.peek() === '{' && path === '') this.#readObject(scanner, `${name}.`, cells)
      else this.#setCell(cells, name, cellOf(scanner))
    } while (scanner.takes(','))
    scanner.take('}')
  }

  #setCell(cells: Cell[], name: string, cell: Cell): void {
    const text = typeof cell === 'string' ? cell : cell.text
    const { cellCharacters, columns } = fileLimits
    const row = this.#table.rowNumber + 1
    if (text.length > cellCharacters || name.length > cellCharacters)
      throw new FileReadError({ refusal: 'cell_too_long', params: { row, limit: cellCharacters } })
    let column = this.#columns.get(name)
    if (column === undefined) {
      column = this.#heading.push(name) - 1
      this.#columns.set(name, column)
      if (column >= columns) throw new FileReadError({ refusal: 'too_many_columns', params: { row, limit: columns } })
    }
    if (this.#filledIn[column] === this.#tries)
      throw new FileReadError({
        refusal: 'key_twice',
        params: { record: Math.max(1, row - 1), key: name.slice(0, 100) },
      })
    this.#filledIn[column] = this.#tries
    while (cells.length < column) cells.push('')
    cells[column] = cell
  }
}

/** What is wrong with one record, and with no other. */
const ofOneRecord: ReadonlySet<FileRefusalCode> = new Set(['broken_json', 'not_records', 'key_twice'])

/** As much of a broken line as a person finds it by. */
const shownOfLine = 500

/** What an answer of a program, or an export of ours, calls its list. */
const listNames: ReadonlySet<string> = new Set(['items', 'payouts', 'requests', 'rows', 'records', 'data', 'results'])

/** A value that is neither text nor number, such as a list, stays as it is written. */
function cellOf(scanner: JsonScanner): Cell {
  const sign = scanner.peek()
  if (sign === '"') return exactText(scanner.string())
  if (sign === '{' || sign === '[') return scanner.raw()
  const word = scanner.word()
  if (word === 'null') return ''
  return word === 'true' || word === 'false' ? { kind: 'boolean', text: word } : { kind: 'number', text: word }
}
