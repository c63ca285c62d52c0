import type { Cell } from '#shared/files/table.ts'

/** What a spreadsheet makes of a text that is typed or opened as a number, in a workbook. Undefined where it keeps it as it is. */
export function asNumberCell(text: string): Cell | undefined {
  if (!/^\+?\d+$/.test(text)) return undefined
  const digits = text.replace(/^\+/, '')
  const kept = digits.replace(/^0+(?=\d)/, '')
  return { kind: 'number', text: kept.length > 15 ? kept.slice(0, 15).padEnd(kept.length, '0') : kept }
}

/** The same saved as CSV: from twelve digits on with a power of ten, as the column shows it. */
export function asCsvText(text: string): string | undefined {
  const cell = asNumberCell(text)
  if (cell === undefined || typeof cell === 'string') return undefined
  if (cell.text.length < 12) return cell.text
  const [mantissa = '', power = ''] = Number(cell.text).toExponential(5).split('e')
  return `${mantissa.replace(/\.?0+$/, '')}E${power}`
}

/** The same in a column that is formatted for numbers, or written by a program that computes with decimals. */
export function asDecimalText(text: string): string | undefined {
  const cell = asNumberCell(text)
  return cell === undefined || typeof cell === 'string' ? undefined : `${cell.text}.0`
}
