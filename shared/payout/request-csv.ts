import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { type FieldTable, payoutFields, sentIn } from '#shared/payout/fields.ts'
import { decimalTextOf } from './amount.ts'
import { csvLine } from './csv-text.ts'
import { sentName } from './sent-request.ts'

/*
 * Payout requests as a CSV file that people open in a spreadsheet: a column for each field in the interface's order, commas, CRLF, UTF-8
 * with a byte order mark. A spreadsheet reads what it can as formula, number or date and so loses leading zeros, every digit after the
 * fifteenth, the + of a telephone. So each text that is not plainly words gets an apostrophe before it: 0001 is '0001, an account of 18
 * digits is '032180000118359719, =1+1 is '=1+1. The spreadsheet keeps that as text, apostrophe and all, and saves it so. Every reference
 * has one, so that all look alike. Numbers and true or false have none, and neither has the lone hyphen of the interface, which means
 * nothing to a spreadsheet. An empty cell is a field that is not there.
 *
 * Where the decimal separator is a comma, spreadsheets separate by semicolons, and some by tabs; to these our quotation marks are part of
 * the text. So within a text, too, wherever such a program would begin a cell, an apostrophe goes before what begins a formula: Rent;=1+1
 * is Rent;'=1+1. A program that reads the file removes one apostrophe from the beginning of each cell, and then each of those within it.
 */

/** The first line, with the mark by which a spreadsheet knows UTF-8. */
export function requestCsvHead(fields: FieldTable = payoutFields): string {
  return `\uFEFF${csvLine(sentIn(fields).map((field) => sentName(fields, field)))}`
}

/** One request as a line of the file, with its end. */
export function requestCsvLine(request: PayoutRequest, fields: FieldTable = payoutFields): string {
  return csvLine(sentIn(fields).map((field) => cellOf(field, request[field])))
}

function cellOf(field: string, value: PayoutRequest[string] | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return decimalTextOf(value)
  if (typeof value === 'boolean') return String(value)
  // References look alike, whether or not chance has given one a digit.
  const guarded = guardedWithin(value)
  return field !== 'externalReference' && isPlainWords(value) ? guarded : `'${guarded}`
}

/**
 * The beginning of a formula after a line's end, a semicolon or a tab: gaps and quotation marks before it do not hide it from every
 * program, nor does the wide form of a sign. Apostrophes that are there already are matched too, so that reading can remove exactly one.
 */
const formulaWithin = /([;\t\r\n](?:[^\S\t\r\n]|")*)('*[=+\-@＝＋－＠])/g

const guardWithin = /([;\t\r\n](?:[^\S\t\r\n]|")*)'('*[=+\-@＝＋－＠])/g

/** Some programs begin a cell there, even where the text is in quotation marks. */
export function guardedWithin(text: string): string {
  return text.replace(formulaWithin, "$1'$2")
}

/** The inverse. */
export function unguardedWithin(text: string): string {
  return text.replace(guardWithin, '$1$2')
}

/** What no spreadsheet reads as anything but these words: it begins with a letter and has no digit (May 5 is a date, 1E5 a number). */
function isPlainWords(text: string): boolean {
  return text === '-' || (/^\p{L}[^\p{N}\p{Cc}]*$/u.test(text) && !/^(true|false)$/i.test(text))
}

/** The text that a cell of such a file means, without its apostrophes. */
export function textMeantBy(cell: string): string {
  const text = cell.startsWith("'") ? cell.slice(1) : cell
  return unguardedWithin(text)
}
