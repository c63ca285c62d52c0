import type { Cell } from '#shared/files/table.ts'

/** The text of a cell as a person sees it: a number in the format 0000 as 0012, a date as a date. */
export function cellText(cell: Cell | undefined): string {
  if (cell === undefined) return ''
  return typeof cell === 'string' ? cell : (cell.shown ?? cell.text)
}

/** Whether nothing can be seen in a cell. */
export function isBlankCell(cell: Cell | undefined): boolean {
  return cell === undefined || cellText(cell).trim() === ''
}
