import { FileReadError } from './refusal.ts'
import { SeparatedReader } from './separated-text.ts'
import { type Separator, separators } from './table.ts'

/**
 * The separator by which most of the first rows have equally many cells, the first among them; a comma where there is one column. A comma that is the
 * decimal sign of some cells is not in the heading.
 */
export function sniffSeparator(text: string): Separator {
  const sample = text.slice(0, sampleCharacters)
  const isWhole = sample.length === text.length
  const scores = separators.map((separator) => score(rowLengths(sample, separator, isWhole)))
  const best = Math.max(...scores)
  return best === 0 ? ',' : (separators[scores.indexOf(best)] ?? ',')
}

/** The separator that a first line `sep=;` declares. Excel reads that line and does not show it. */
export function statedSeparator(text: string): { readonly separator: Separator; readonly length: number } | undefined {
  const [line, sign] = /^sep=([,;|\t])(?:\r?\n|\r)/i.exec(text) ?? []
  const separator = separators.find((known) => known === sign)
  return line === undefined || separator === undefined ? undefined : { separator, length: line.length }
}

const sampleCharacters = 64 * 1024
const sampleRows = 200

function rowLengths(sample: string, separator: Separator, isWhole: boolean): readonly number[] {
  const lengths: number[] = []
  const rows = {
    rowNumber: 0,
    add: (cells: string[]) => {
      rows.rowNumber += 1
      if (lengths.length < sampleRows && cells.some((cell) => cell !== '')) lengths.push(cells.length)
    },
  }
  try {
    new SeparatedReader(separator, rows).read(sample, isWhole)
  } catch (error) {
    // With another separator, a mark may begin a cell that is none.
    if (!(error instanceof FileReadError)) throw error
  }
  return lengths
}

/** From 0 to 1: the share of the rows that are as long as most, halved where the first is not divided at all. */
function score(lengths: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const length of lengths) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1)
  const share = Math.max(0, ...counts.values()) / Math.max(1, lengths.length)
  return lengths[0] === 1 ? share / 2 : share
}
