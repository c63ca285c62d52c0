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

/** What a spreadsheet shows for a stored number where that is more than its digits; undefined where it is not. */
export function shownNumber(text: string, format: NumberFormat, is1904: boolean): string | undefined {
  if (format === 'date') return shownDate(Number(text), is1904)
  if (format !== undefined && /^\d{1,15}$/.test(text) && text.length < format.digits)
    return text.padStart(format.digits, '0')
  return withoutNoise(text)
}

/** A day number as 2024-10-02, with a time as 2024-10-02T12:00:00; undefined outside the years 1900 to 9999. */
function shownDate(days: number, is1904: boolean): string | undefined {
  const since1900 = is1904 ? days + daysTo1904 : days
  if (!(since1900 >= 0 && since1900 < endOfDays)) return undefined
  // Excel counts a 29 February 1900, which never was.
  const start = since1900 < 60 ? Date.UTC(1899, 11, 31) : Date.UTC(1899, 11, 30)
  const seconds = Math.round(since1900 * 86_400)
  const text = new Date(start + seconds * 1_000).toISOString()
  return seconds % 86_400 === 0 ? text.slice(0, 10) : text.slice(0, 19)
}

const daysTo1904 = 1_462
const endOfDays = 2_958_466

/** Arithmetic leaves 1234.5599999999999 in the file, where every spreadsheet shows 1234.56: fifteen digits are all it knows. */
function withoutNoise(text: string): string | undefined {
  if (text.length < 17 || !/^-?\d+\.\d+$/.test(text)) return undefined
  const shown = String(Number(Number(text).toPrecision(15)))
  return shown.includes('e') || shown === text ? undefined : shown
}
