import { brokenJson, JsonScanner, moreText } from './json-scanner.ts'
import { FileReadError, fileLimits } from './refusal.ts'
import { type Cell, exactText } from './table.ts'
import type { TableBuilder } from './table-builder.ts'

/**
 * Reads records from JSON in pieces: a list of objects, a list within an object (`{ "items": [ … ] }`), or objects one after the other, as in
 * JSON Lines. The heading of the table are their keys, in the order in which they first appear; an object within a record has a column for each
 * of its keys, `account.number`. Numbers keep all their digits; null is blank.
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

  constructor(table: TableBuilder) {
    this.#table = table
  }

  /** @throws Refused for what is no list of records, and beyond a limit */
  read(piece: string, isLast: boolean): void {
    const scanner = new JsonScanner(this.#rest + piece, isLast)
    let start = 0
    try {
      while (this.#readNext(scanner)) start = scanner.place
    } catch (error) {
      if (error !== moreText) throw error
    }
    this.#rest = scanner.text.slice(start)
    if (this.#rest.length > fileLimits.rowCharacters)
      throw new FileReadError({ refusal: 'row_too_long', params: { row: this.#table.rowNumber + 1 } })
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
    this.#readObject(scanner, '', cells)
    // Only what is whole counts: more text would have this record read again.
    if (this.#table.rowNumber === 0) this.#table.addHeading(this.#heading)
    this.#table.add(cells)
    this.#place = next
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
    while (cells.length < column) cells.push('')
    cells[column] = cell
  }
}

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
