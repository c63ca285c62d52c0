import type { Cell } from '#shared/files/table.ts'
import { remembering } from './remembering.ts'

/** The text of a cell as a person sees it: a number in the format 0000 as 0012, a date as a date. */
export function cellText(cell: Cell | undefined): string {
  if (cell === undefined) return ''
  return typeof cell === 'string' ? cell : (cell.shown ?? cell.text)
}

/*
 * Thousands of cells of a workbook may share one text of 32,767 characters: a few kilobytes that unpack to gigabytes. So what looks at every
 * cell looks at no more of it than a value can have.
 */

/** The text of a cell without the blanks around it. */
export function trimmedText(cell: Cell | undefined): string {
  const text = cellText(cell)
  return text.length > mostTelling ? trimmedLong(text) : text.trim()
}

const trimmedLong = remembering((text) => text.trim())

/** The same, as far as it shows what a column holds: no heading and no value of a known kind is longer. */
export function tellingText(cell: Cell | undefined): string {
  return trimmedText(cell).slice(0, mostTelling)
}

/** Whether a text is short enough to show what it is. */
export function isTelling(text: string): boolean {
  return text.length < mostTelling
}

const mostTelling = 200

/** Whether nothing can be seen in a cell. */
export function isBlankCell(cell: Cell | undefined): boolean {
  return cell === undefined || trimmedText(cell) === ''
}
