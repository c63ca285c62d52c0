import { csvLine } from '#shared/payout/csv-text.ts'
import { guardedWithin } from '#shared/payout/request-csv.ts'
import { writeWorkbook } from '#shared/spreadsheet/workbook.ts'
import { type RowTexts, type SheetField, sheetFields } from './sheet-field.ts'

/** A row that was not saved: its number, its present texts, and why. */
export interface LeftRow {
  readonly row: number
  readonly texts: RowTexts
  readonly reasons: readonly string[]
}

/** What the columns are called, in the language of who takes the file. */
export interface LeftHeadings {
  readonly row: string
  readonly reasons: string
  readonly of: (field: SheetField) => string
}

/*
 * Rows that were not saved as a file, to be corrected in a spreadsheet and imported again: the fields under the labels of the form, which
 * an import recognises in each language, and before them the number of the row and what is wrong with it, which an import ignores.
 */

/** As a CSV file, with the mark by which a spreadsheet knows UTF-8, and apostrophes by which it leaves texts as they are. */
export function leftCsv(rows: readonly LeftRow[], headings: LeftHeadings): string {
  const fields = fieldsOf(rows)
  const lines = rows.map(({ row, texts, reasons }) => [
    String(row),
    guarded(reasons.join(' '), /^[=+@\-'＝＋－＠]/),
    ...fields.map((field) => guardedCell(field, textOf(texts, field))),
  ])
  return `\uFEFF${[headOf(fields, headings), ...lines].map(csvLine).join('')}`
}

/** As a workbook, in which every cell is text. */
export function leftWorkbook(rows: readonly LeftRow[], headings: LeftHeadings): AsyncGenerator<Uint8Array> {
  const fields = fieldsOf(rows)
  return writeWorkbook({
    sheet: headings.row,
    columns: headOf(fields, headings).map((heading, place) => ({ heading, width: place === 1 ? 50 : 20 })),
    rows: rows.map(({ row, texts, reasons }) => [
      String(row),
      reasons.join(' '),
      ...fields.map((field) => textOf(texts, field)),
    ]),
  })
}

/** Only the fields that some row fills. */
function fieldsOf(rows: readonly LeftRow[]): readonly SheetField[] {
  return sheetFields.filter((field) => rows.some(({ texts }) => texts[field] !== undefined))
}

function headOf(fields: readonly SheetField[], { row, reasons, of }: LeftHeadings): readonly string[] {
  return [row, reasons, ...fields.map(of)]
}

/** Three decimals of an amount could be thousands to who writes a comma: a zero more says that they are none. */
function textOf(texts: RowTexts, field: SheetField): string {
  const text = texts[field] ?? ''
  return field === 'amount' && /^\d+\.\d{3}$/.test(text) ? `${text}0` : text
}

/** An apostrophe before it keeps a spreadsheet from taking a text for a number, a date or a formula; an import takes it away again. */
function guardedCell(field: SheetField, text: string): string {
  if (field === 'amount' && /^\d+(?:\.\d+)?$/.test(text)) return text
  return guarded(text, names.has(field) ? /^[=+@\d'＝＋－＠-]/ : /^(?!\p{L}[^\p{N}\p{Cc}]*$)|^(?:true|false)$/iu)
}

function guarded(text: string, risk: RegExp): string {
  const safe = guardedWithin(text)
  return text !== '' && risk.test(text) ? `'${safe}` : safe
}

/** A name may begin with an apostrophe of its own, so that an import takes away only those before what is no letter. */
const names: ReadonlySet<SheetField> = new Set(['beneficiaryFirstName', 'beneficiaryLastName'])
