import type { ValidationWish } from '#shared/api/batch-validation.ts'

type ChosenRows = NonNullable<ValidationWish['rows']>

/** "1-50, 77" as rows; undefined where nothing is typed, null where it cannot be read. */
export function readRows(typed: string): ChosenRows | undefined | null {
  if (typed.trim() === '') return undefined
  const rows = typed.split(/[,;]/).map((part) => {
    const [, first, last = first] = /^\s*([0-9]{1,6})\s*(?:[-–]\s*([0-9]{1,6})\s*)?$/.exec(part) ?? []
    return { from: Number(first), to: Number(last) }
  })
  const isRead = rows.every(({ from, to }) => from >= 1 && from <= to)
  return isRead && rows.length <= mostParts ? rows : null
}

const mostParts = 100
