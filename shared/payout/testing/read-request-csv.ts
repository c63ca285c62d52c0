import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { requestFields } from '#shared/payout/fields.ts'
import { requestCsvHead, requestCsvLine, textMeantBy } from '#shared/payout/request-csv.ts'
import { fieldSentAs } from '#shared/payout/sent-request.ts'

/** The whole file. Reading it back with {@link requestsFromCsv} gives the same requests. */
export function requestsToCsv(requests: readonly PayoutRequest[]): string {
  return [requestCsvHead(), ...requests.map((request) => requestCsvLine(request))].join('')
}

/** The requests of such a file, as a program may read it. */
export function requestsFromCsv(text: string): readonly PayoutRequest[] {
  const [head = [], ...lines] = readCsv(text.replace(/^\uFEFF/, '')) ?? []
  const columns = head.map((name) => fieldSentAs(name))
  if (columns.length === 0 || columns.includes(undefined) || lines.some(({ length }) => length !== columns.length))
    throw new Error('This is no file of payout requests.')
  return lines.map((cells) => {
    const named = new Map(columns.map((field, place) => [field, cells[place] ?? '']))
    const filled = requestFields.flatMap((field) => {
      const cell = named.get(field) ?? ''
      return cell === '' ? [] : [[field, meantBy(cell)] as const]
    })
    return Object.fromEntries(filled)
  })
}

function meantBy(cell: string): string | number | boolean {
  if (cell === 'true' || cell === 'false') return cell === 'true'
  return /^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : textMeantBy(cell)
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
