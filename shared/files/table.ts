/** One cell of a file: its text, or a value of a spreadsheet that is more than text. */
export type Cell = string | ValueCell

/** A value as a spreadsheet stored it. */
export interface ValueCell {
  /**
   * `text` for the result of a formula, and for a text that begins with an apostrophe of its own; other texts are plain strings. `unreadable`
   * for what is broken in the file itself: its row is no payout as it is.
   */
  readonly kind: 'number' | 'date' | 'boolean' | 'error' | 'text' | 'unreadable'
  /** As stored, with each digit: 6.4618E+17, 45567.5 for a date, true or false, #N/A. */
  readonly text: string
  /** What a spreadsheet shows where that is more than the stored text: a date as 2024-10-02 or 2024-10-02T12:00:00, 0012 for 12 in the format 0000. */
  readonly shown?: string
  /** A formula's result, as last computed by the program that saved the file. */
  readonly formula?: true
}

/** A text as a program wrote it. People write an apostrophe before a text for their spreadsheet; this one is the text’s own. */
export function exactText(text: string): Cell {
  return text.startsWith("'") ? { kind: 'text', text } : text
}

export type TableRow = readonly Cell[]

/**
 * The rows of a file from its first, which may be a heading. Blank rows are rows without cells, so that a row keeps the number that a spreadsheet
 * shows: its index + 1. Cells left blank at the end of a row, and blank rows at the end, are not there.
 */
export interface FileTable {
  readonly rows: readonly TableRow[]
}

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macintosh'] as const
export type Encoding = (typeof encodings)[number]

/** The rarest in prose first: where two separate a text equally well, the first is meant. */
export const separators = ['\t', ';', '|', ','] as const
export type Separator = (typeof separators)[number]

/** What a file was read as. */
export interface FileReading {
  readonly format: 'separated' | 'xlsx' | 'json' | 'json-lines'
  /** Null where the format knows only one. */
  readonly encoding: Encoding | null
  readonly separator: Separator | null
  /** The names of a workbook's sheets in its order, and the one that was read. */
  readonly sheets: readonly string[]
  readonly sheet: string | null
  readonly table: FileTable
}

/** What a person says of a file, instead of what is found out from its bytes. */
export interface FileReadOptions {
  readonly encoding?: Encoding
  readonly separator?: Separator
  /** The name of a sheet. */
  readonly sheet?: string
}
