import { attribute, type XmlReader } from '#shared/files/xml-scanner.ts'

/** What a number's format says of it: a date or a time, or a number with at least so many digits (`0000`). */
export type NumberFormat = 'date' | { readonly digits: number } | undefined

/** The formats of cells by the number of their style (ECMA-376, part 1, sections 18.8.30 and 18.8.10). */
export class StylesReader implements XmlReader {
  readonly formats: NumberFormat[] = []
  readonly #codes = new Map<number, string>()
  #isOfCells = false

  open(name: string, attributes: string): void {
    if (name === 'numFmt')
      this.#codes.set(Number(attribute(attributes, 'numFmtId')), attribute(attributes, 'formatCode') ?? '')
    else if (name === 'cellXfs') this.#isOfCells = true
    else if (name === 'xf' && this.#isOfCells && this.formats.length < mostStyles)
      this.formats.push(this.#formatOf(Number(attribute(attributes, 'numFmtId') ?? 0)))
  }

  close(name: string): void {
    if (name === 'cellXfs') this.#isOfCells = false
  }

  text(): void {}

  #formatOf(id: number): NumberFormat {
    const code = this.#codes.get(id)
    if (code !== undefined) return formatOfCode(code)
    return builtInDates.some(([first, last]) => id >= first && id <= last) ? 'date' : undefined
  }
}

/** As many as Excel allows. */
const mostStyles = 65_490

/** Formats that no file spells out: dates and times of all languages of Excel. */
const builtInDates: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
]

/** Its letters tell a date, once what is only shown (in quotation marks, after a backslash) and colours and currencies in brackets are away. */
function formatOfCode(code: string): NumberFormat {
  const [first = ''] = code
    .slice(0, 255)
    .replace(/"[^"]*"|\\.|[_*]./g, '')
    .split(';')
  const letters = first.replace(/\[(?![hms]+\])[^[\]]*\]/gi, '')
  if (/^0{2,}$/.test(letters)) return { digits: letters.length }
  return /[dmyhs]/i.test(letters.replace(/general/i, '')) ? 'date' : undefined
}
