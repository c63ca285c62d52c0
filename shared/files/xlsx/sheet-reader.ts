import { FileReadError, fileLimits } from '#shared/files/refusal.ts'
import type { Cell, ValueCell } from '#shared/files/table.ts'
import type { TableBuilder } from '#shared/files/table-builder.ts'
import { attribute, eachAttribute, type XmlReader } from '#shared/files/xml-scanner.ts'
import { damagedFile } from '#shared/files/zip.ts'
import { type NumberFormat, shownNumber } from './number-formats.ts'
import { plainText, TextReader } from './shared-strings.ts'

/** What the cells of a sheet refer to. */
export interface SheetContext {
  readonly texts: readonly string[]
  readonly formats: readonly NumberFormat[]
  readonly is1904: boolean
}

/** Reads the rows of a sheet (ECMA-376, part 1, section 18.3.1) into a table. The value of merged cells is in the first of them alone. */
export class WorksheetReader implements XmlReader {
  readonly #table: TableBuilder
  readonly #context: SheetContext
  readonly #inline = new TextReader()
  #cells: Cell[] = []
  #column = -1
  #type = ''
  #style = ''
  #value = ''
  #isValue = false
  #isInline = false
  #isFormula = false
  #isBlank = true
  #attributes = ''
  #blankCells = 0

  constructor(table: TableBuilder, context: SheetContext) {
    this.#table = table
    this.#context = context
  }

  open(name: string, attributes: string): void {
    if (this.#isInline) this.#inline.open(name)
    else if (name === 'c') this.#openCell(attributes)
    else if (name === 'row') this.#openRow(attributes)
    else {
      this.#isBlank = false
      if (name === 'v') this.#isValue = true
      else if (name === 'is') this.#isInline = true
      else if (name === 'f') this.#isFormula = true
    }
  }

  text(text: string): void {
    if (this.#isInline) this.#inline.text(text)
    else if (this.#isValue) {
      this.#value += text
      if (this.#value.length > 7 * fileLimits.cellCharacters) throw tooLong(this.#table.rowNumber)
    }
  }

  close(name: string): void {
    if (name === 'v') this.#isValue = false
    else if (name === 'c') this.#closeCell()
    else if (name === 'row') this.#table.put(this.#cells)
    else if (name === 'is') this.#isInline = false
    else if (this.#isInline) this.#inline.close(name)
  }

  /** A row without a number follows the one before. */
  #openRow(attributes: string): void {
    const stated = attribute(attributes, 'r')
    const number = stated === undefined ? this.#table.rowNumber + 1 : Number(stated)
    if (!Number.isInteger(number) || number <= this.#table.rowNumber) throw damagedFile()
    this.#table.rowNumber = number
    this.#cells = []
    this.#column = -1
  }

  #openCell(attributes: string): void {
    const reference = attributes.startsWith(usualStart)
      ? attributes.slice(usualStart.length)
      : attribute(attributes, 'r')
    this.#column = reference === undefined ? this.#column + 1 : columnOf(reference)
    this.#attributes = attributes
    this.#value = ''
    this.#isFormula = false
    this.#isBlank = true
  }

  readonly #takeAttribute = (name: string, value: string): void => {
    if (name === 's') this.#style = value
    else if (name === 't') this.#type = value
  }

  #closeCell(): void {
    // Programs write hundreds of thousands of these: what else they say is not looked at.
    if (this.#isBlank) {
      this.#passBlank()
      return
    }
    this.#type = 'n'
    this.#style = ''
    eachAttribute(this.#attributes, this.#takeAttribute)
    const cell = this.#type === 'inlineStr' ? this.#inline.take() : this.#cellOf()
    // A cell that has nothing but a style is blank, however far out it is.
    if (cell === '') this.#passBlank()
    else this.#setCell(cell)
  }

  #setCell(cell: Cell): void {
    const { columns } = fileLimits
    if (this.#column >= columns)
      throw new FileReadError({ refusal: 'too_many_columns', params: { row: this.#table.rowNumber, limit: columns } })
    while (this.#cells.length < this.#column) this.#cells.push('')
    this.#cells[this.#column] = cell
  }

  #passBlank(): void {
    this.#blankCells += 1
    const { blankCells: limit } = fileLimits
    if (this.#blankCells > limit) throw new FileReadError({ refusal: 'too_many_cells', params: { limit } })
  }

  #cellOf(): Cell {
    const value = this.#value
    // A program that computes nothing writes formulas without a result.
    if (value === '') return this.#isFormula && this.#type !== 'str' ? this.#marked({ kind: 'error', text: '' }) : ''
    switch (this.#type) {
      case 's':
        return this.#shared(value)
      case 'str':
        return this.#isFormula ? this.#marked({ kind: 'text', text: plainText(value) }) : plainText(value)
      case 'b':
        return this.#marked({ kind: 'boolean', text: value === '1' || value === 'true' ? 'true' : 'false' })
      case 'e':
        return this.#marked({ kind: 'error', text: value })
      case 'd':
        return this.#marked({ kind: 'date', text: value, shown: value })
      default:
        return this.#number(value)
    }
  }

  #shared(place: string): string {
    const text = this.#context.texts[Number(place)]
    if (text === undefined) throw damagedFile()
    return text
  }

  #number(text: string): ValueCell {
    const format = this.#style === '' ? undefined : this.#context.formats[Number(this.#style)]
    const kind = format === 'date' ? 'date' : 'number'
    const shown = shownNumber(text, format, this.#context.is1904)
    return this.#marked(shown === undefined ? { kind, text } : { kind, text, shown })
  }

  #marked(cell: ValueCell): ValueCell {
    return this.#isFormula ? { ...cell, formula: true } : cell
  }
}

/** How nearly every program begins the attributes of a cell. */
const usualStart = ' r="'

/** 27 for AB12: columns are counted by letters, from 0. */
function columnOf(reference: string): number {
  let column = 0
  for (let place = 0; place < reference.length; place += 1) {
    const letter = reference.charCodeAt(place) - letterBeforeA
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
    if (column > 16_384) throw damagedFile()
  }
  if (column === 0) throw damagedFile()
  return column - 1
}

const letterBeforeA = 0x40

function tooLong(row: number): FileReadError {
  return new FileReadError({ refusal: 'cell_too_long', params: { row, limit: fileLimits.cellCharacters } })
}
