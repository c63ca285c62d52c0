import { decodeText, sniffEncoding } from './decode-text.ts'
import { Refused } from './refusal.ts'
import { SeparatedReader } from './separated-text.ts'
import { sniffSeparator, statedSeparator } from './sniff-separator.ts'
import type { Step } from './step.ts'
import type { FileReading, ReadOptions, Separator } from './table.ts'
import { TableBuilder } from './table-builder.ts'

/**
 * Reads text whose cells are separated (CSV, TSV and the like), a step for each piece of some thousand rows.
 * @throws Refused
 */
export function* readSeparated(bytes: Uint8Array, options: ReadOptions): Generator<Step, FileReading> {
  const encoding = options.encoding ?? sniffEncoding(bytes)
  const table = new TableBuilder()
  let reader: SeparatedReader | undefined
  let reading: FileReading | undefined
  for (const { text, share } of decodeText(bytes, encoding)) {
    const isLast = share === 1
    if (reader === undefined || reading === undefined) {
      const { separator, start } = separatorOf(text, options)
      reader = new SeparatedReader(separator, table)
      reading = { format: 'separated', encoding, separator, sheets: [], sheet: null, table }
      reader.read(text.slice(start), isLast)
    } else reader.read(text, isLast)
    yield { share, reading }
  }
  if (reading === undefined || table.rows.length === 0) throw new Refused({ refusal: 'empty', params: {} })
  return reading
}

/** The separator that a person chose, the file states or its first rows show; and where the rows begin. */
function separatorOf(text: string, options: ReadOptions): { separator: Separator; start: number } {
  const stated = statedSeparator(text)
  return { separator: options.separator ?? stated?.separator ?? sniffSeparator(text), start: stated?.length ?? 0 }
}
