import type { TableRow } from '#shared/files/table.ts'
import { isBlankCell, tellingText } from './cell-text.ts'
import { headingMatch } from './headings.ts'

/** Lines above the headings are few: a title, a date, a logo. */
const mostAbove = 30

/**
 * The index of the row with the headings; undefined where there is none. Headings are texts of which at least two are known, or, where none is
 * known in any language, the first row of several texts above values of another kind.
 */
export function findHeadRow(rows: readonly TableRow[]): number | undefined {
  let best: { readonly index: number; readonly score: number } | undefined
  for (const [index, row] of rows.slice(0, mostAbove).entries()) {
    const score = scoreOf(row)
    const isEnough = score >= 2 || (score >= 1 && filledIn(row) === 1 && widthOf(rows) === 1)
    if (isEnough && score > (best?.score ?? 0)) best = { index, score }
  }
  return best?.index ?? unknownHeadings(rows)
}

function scoreOf(row: TableRow): number {
  if (row.some(looksLikeData)) return 0
  const matches = row.flatMap((cell) => (isBlankCell(cell) ? [] : [headingMatch(tellingText(cell))]))
  return matches.reduce((sum, match) => sum + (match === undefined ? 0 : match.isWhole ? 1 : 0.6), 0)
}

/** A number, an address, an amount: none of these is a heading. */
function looksLikeData(cell: TableRow[number]): boolean {
  if (typeof cell !== 'string') return cell.kind !== 'text' && cell.kind !== 'unreadable'
  const text = tellingText(cell)
  return /@[^@]{1,80}\.|\d{4}|^\D{0,4}\d[\d.,]{0,30}\D{0,4}$|:\/\//.test(text) && !/^n.?\s?\d$/i.test(text)
}

function filledIn(row: TableRow): number {
  return row.filter((cell) => !isBlankCell(cell)).length
}

function widthOf(rows: readonly TableRow[]): number {
  return Math.max(0, ...rows.slice(0, mostAbove).map(filledIn))
}

function unknownHeadings(rows: readonly TableRow[]): number | undefined {
  const index = rows.findIndex((row) => filledIn(row) > 1)
  const [row, below] = [rows[index], rows[index + 1]]
  if (row === undefined || below === undefined || row.some((cell) => !isBlankCell(cell) && looksLikeData(cell)))
    return undefined
  const isHead = row.some((cell, place) => {
    const value = below[place]
    return !isBlankCell(cell) && value !== undefined && !isBlankCell(value) && looksLikeData(value)
  })
  return isHead ? index : undefined
}
