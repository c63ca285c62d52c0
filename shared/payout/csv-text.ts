/**
 * One line of a CSV file (RFC 4180), with its end: a cell with a comma, a quotation mark or a line's end is put in quotation marks, and so
 * is one with a semicolon or a tab, as some programs take these as separators beside the comma.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`
}

/** All lines of a CSV file, with LF or CRLF; undefined where quotation marks do not add up. */
export function readCsv(text: string): readonly (readonly string[])[] | undefined {
  const lines: string[][] = []
  let cells: string[] = []
  let place = 0
  while (place < text.length) {
    cellAt.lastIndex = place
    const match = cellAt.exec(text)
    if (match === null) return undefined
    const [whole, inQuotes, bare = '', end] = match
    cells.push(inQuotes === undefined ? bare : inQuotes.replaceAll('""', '"'))
    place += whole.length
    if (end !== ',') {
      lines.push(cells)
      cells = []
    } else if (place === text.length) cells.push('')
  }
  return cells.length > 0 ? [...lines, cells] : lines
}

/** One cell with what ends it. */
const cellAt = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y

function quoted(cell: string): string {
  return /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
