/** A block of cells as spreadsheets put it on the clipboard: tabs between cells, a line for each row. */
export function blockText(lines: readonly (readonly string[])[]): string {
  const text = lines.map((cells) => cells.map(quoted).join('\t')).join('\n')
  // A last line that is empty would be taken for the end of the one before.
  return text === '' || text.endsWith('\n') ? `${text}\n` : text
}

/** The copied cells, also from a spreadsheet. A text that is not a block is one cell. */
export function blockIn(text: string): readonly (readonly string[])[] {
  const lines: string[][] = []
  let cells: string[] = []
  let place = 0
  // The final line break ends the last line and starts no other.
  const whole = text.replace(/\r?\n$/, '')
  while (place <= whole.length) {
    cellAt.lastIndex = place
    const [found, inQuotes, bare = '', end] = cellAt.exec(whole) ?? [whole.slice(place), undefined, whole.slice(place)]
    cells.push(inQuotes === undefined ? bare : inQuotes.replaceAll('""', '"'))
    place += found.length
    if (end !== '\t') {
      lines.push(cells)
      cells = []
      if (end === undefined || end === '') break
    }
  }
  return lines
}

/** A cell with its separator. Quotation marks count only around the whole cell. */
const cellAt = /(?:"((?:[^"]|"")*)"(?=\t|\r?\n|$)|([^\t\r\n]*))(\t|\r?\n|\r|$)/y

function quoted(cell: string): string {
  return /[\t\r\n]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
