import type { NumberFormat } from './number-formats.ts'

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
