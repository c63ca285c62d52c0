/**
 * One line of a CSV file (RFC 4180), with its end: a cell with a comma, a quotation mark or a line's end is put in quotation marks, and so
 * is one with a semicolon or a tab, as some programs take these as separators beside the comma.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`
}

function quoted(cell: string): string {
  return /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
