/** The most that is read of one file. What is beyond is refused with a sentence, never cut. */
export const fileLimits = {
  bytes: 40 * 1024 * 1024,
  /** The heading and 50,000 rows. */
  rows: 50_001,
  /** Of the last row with a cell, blank ones before it counted in. */
  rowNumber: 100_000,
  /** As many as a sheet of Excel has: programs write the blank ones at its end, too. */
  blankRows: 1_048_576,
  columns: 500,
  cells: 2_000_000,
  /** Cells of a workbook that have nothing but a style. */
  blankCells: 1_000_000,
  /** That cells of a workbook share. */
  texts: 750_000,
  /** As many as a cell of Excel holds. */
  cellCharacters: 32_767,
  rowCharacters: 1024 * 1024,
  /** Of all that is read of a workbook; a sheet of 50,000 rows and 40 columns unpacks to some 80 MiB. */
  unpackedBytes: 128 * 1024 * 1024,
  /** Of a file's name within an archive. */
  pathCharacters: 1_000,
} as const

/** Formats that are told by their bytes and not read. */
export type SignedFormat =
  | 'apple_numbers'
  | 'archive'
  /** A workbook in Excel's own binary format, .xlsb. */
  | 'binary_workbook'
  /** A text document or slides. */
  | 'document'
  /** A workbook of Excel 2003 or older. */
  | 'old_excel'
  | 'opendocument'
  | 'password'
  | 'pdf'
  | 'picture'
  /** Text with four bytes a character, which only its first bytes tell from UTF-16. */
  | 'utf_32'

/** Why a file is not read: a closed list, each with what its sentence names. */
type FileRefusalParams = Readonly<Record<SignedFormat, Record<never, never>>> & {
  /** Bytes that are neither text nor any format that is known. */
  readonly binary: Record<never, never>
  /** JSON that ends or breaks within this record, from 1. */
  readonly broken_json: { readonly record: number }
  readonly cell_too_long: { readonly row: number; readonly limit: number }
  readonly damaged: Record<never, never>
  readonly doctype: Record<never, never>
  readonly empty: Record<never, never>
  /** A record of JSON that gives one of its fields twice. */
  readonly key_twice: { readonly record: number; readonly key: string }
  /** A web page, or another document of tags. */
  readonly markup: Record<never, never>
  /** JSON whose list holds something else than objects. */
  readonly not_records: { readonly record: number }
  readonly quote_not_closed: { readonly row: number }
  readonly row_too_long: { readonly row: number }
  readonly sheet_missing: { readonly sheet: string }
  readonly text_too_long: { readonly limit: number }
  readonly too_big: { readonly megabytes: number }
  readonly too_many_cells: { readonly limit: number }
  readonly too_many_columns: { readonly row: number; readonly limit: number }
  readonly too_many_rows: { readonly limit: number }
  /** A JSON object with two lists. */
  readonly two_lists: Record<never, never>
  readonly unpacks_too_big: { readonly megabytes: number }
}

export type FileRefusalCode = keyof FileRefusalParams

export type FileRefusal = {
  readonly [Code in FileRefusalCode]: { readonly refusal: Code; readonly params: FileRefusalParams[Code] }
}[FileRefusalCode]

/** Thrown by the readers of this folder where a file cannot be read, and caught in read-file.ts alone. */
export class FileReadError extends Error {
  readonly refusal: FileRefusal

  constructor(refusal: FileRefusal) {
    super(refusal.refusal)
    this.refusal = refusal
  }
}
