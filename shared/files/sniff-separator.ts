import { FileReadError } from './refusal.ts'
import { SeparatedReader } from './separated-text.ts'
import { type Separator, separators } from './table.ts'

/**
 * The separator that divides the first rows best into many columns and equally long rows, the first among them; a comma where there is one
 * column. A comma that is the decimal sign of some cells is not in the heading.
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
    add: (cells: string[], cut: number) => {
      rows.rowNumber += 1
      if (lengths.length < sampleRows && cells.some((cell) => cell !== '')) lengths.push(cells.length + cut)
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

/**
 * How many columns the rows are divided into, on the scale of bits, times the share of the rows that are so long: a comma within each name
 * makes two columns of any sheet. Rows that end early count by half. Halved where the first row is not divided at all.
 */
function score(lengths: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const length of lengths) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1)
  const [most = 1] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? []
  const [first = 1] = lengths
  const best = Math.max(...[most, first].map((width) => Math.log2(width) * shareOf(lengths, width)))
  return first === 1 ? best / 2 : best
}

function shareOf(lengths: readonly number[], width: number): number {
  const exact = lengths.filter((length) => length === width).length
  const shorter = lengths.filter((length) => length > 1 && length < width).length
  return (exact + shorter / 2) / Math.max(1, lengths.length)
}
