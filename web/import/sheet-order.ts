import type { ImportRow, RowOrder } from './protocol.ts'

/** Rows by their index, sorted by the text of a field, and amounts by what is paid. Equal ones stay in the order of the file. */
export function sortedPlaces(
  rows: readonly ImportRow[],
  places: readonly number[],
  { field, isDescending }: RowOrder,
): readonly number[] {
  const keys = new Map(places.map((place) => [place, keyOf(rows[place], field)]))
  const compare = field === 'amount' ? comparedAmounts : collator.compare
  const turn = isDescending ? -1 : 1
  return places.toSorted((one, other) => {
    const [a, b] = [keys.get(one) ?? '', keys.get(other) ?? '']
    if (a === '' || b === '') return Number(a === '') - Number(b === '')
    return turn * compare(a, b)
  })
}

/** Reads 9 before 10, and ignores accents and case. */
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

function comparedAmounts(one: string, other: string): number {
  return Number(one) - Number(other) || collator.compare(one, other)
}

function keyOf(row: ImportRow | undefined, field: RowOrder['field']): string {
  const read = field === 'amount' ? row?.reading?.money?.amount : undefined
  return read ?? row?.edit.cells[field]?.trim() ?? ''
}
