import { ExportedRows } from './exported-rows.ts'
import { JsonReader } from './json-reader.ts'
import type { ReadProgress } from './read-progress.ts'
import { FileReadError } from './refusal.ts'
import { SeparatedReader } from './separated-text.ts'
import { sniffSeparator, statedSeparator } from './sniff-separator.ts'
import type { Encoding, FileReading, FileReadOptions } from './table.ts'
import { TableBuilder } from './table-builder.ts'

/** A piece of a text, and how much of it was read with it, from 0 to 1. */
export interface TextPiece {
  readonly text: string
  readonly share: number
}

/**
 * Reads text into a table, a step for each piece of some thousand rows: JSON where it begins as that, else cells with a separator (CSV, TSV and
 * the like).
 * @throws Refused
 */
export function* readTextTable(
  pieces: Iterable<TextPiece>,
  encoding: Encoding | null,
  options: FileReadOptions,
): Generator<ReadProgress, FileReading> {
  let reading: TextReading | undefined
  for (const { text, share } of pieces) {
    reading ??= openText(text, encoding, options)
    reading.read(text, share === 1)
    yield { share, reading: reading.reading() }
  }
  const read = reading?.reading()
  if (read === undefined || read.table.rows.length === 0) throw new FileReadError({ refusal: 'empty', params: {} })
  return read
}

interface TextReading {
  read(piece: string, isLast: boolean): void
  reading(): FileReading
}

function openText(text: string, encoding: Encoding | null, options: FileReadOptions): TextReading {
  if (markup.test(text)) throw new FileReadError({ refusal: 'markup', params: {} })
  const table = new TableBuilder()
  const base = { encoding, separator: null, sheets: [], sheet: null, table }
  if (options.separator === undefined && json.test(text)) {
    const reader = new JsonReader(table)
    return {
      read: (piece, isLast) => reader.read(piece, isLast),
      reading: () => ({ ...base, format: reader.isLines ? 'json-lines' : 'json' }),
    }
  }
  const stated = statedSeparator(text)
  const separator = options.separator ?? stated?.separator ?? sniffSeparator(text)
  const rows = new ExportedRows(table)
  const reader = new SeparatedReader(separator, rows)
  let start = stated?.length ?? 0
  return {
    read: (piece, isLast) => {
      rows.isSpoilt ||= piece.includes('\0')
      reader.read(piece.slice(start), isLast)
      start = 0
    },
    reading: () => ({ ...base, format: 'separated', separator }),
  }
}

/** An object, or a list of objects. */
const json = /^\s{0,1000}(?:\{\s{0,1000}["}]|\[\s{0,1000}[{\]])/

/** A web page or another document of tags, which some programs save as .xls. */
const markup = /^\s{0,1000}<(?:!doctype|!--|\?xml|html|head|body|table|meta|style|svg)/i
