import fc from 'fast-check'
import { makeWorkbook } from '#shared/files/testing/make-workbook.ts'
import { type FieldName, requestFields } from '#shared/payout/fields.ts'
import { noisyEntry } from '#shared/testing/noisy-entries.ts'
import { sampleEntries } from '#shared/testing/sample-entries.ts'

type Cells = readonly string[]

/** What a merchant’s own file has; with every field it would be read as an export of the app. */
const columns = requestFields.filter((field) => field !== 'NotificationUrl' && field !== 'testMode')

/**
 * The rows of a file as a merchant’s system writes it: all countries and methods, every tenth value as people type and paste it, every
 * twentieth with a mistake.
 */
export function importRows(count: number): readonly Cells[] {
  const plain = sampleEntries.map(({ entry }) => entry)
  const noisy = sampleEntries.flatMap((sample) => fc.sample(noisyEntry(sample), { numRuns: 40, seed: 7 }))
  const rows = Array.from({ length: count }, (_, row) => {
    const kinds = row % 10 === 0 ? noisy : plain
    return cellsOf({ ...kinds[(row * 31) % kinds.length], ...ownOf(row) })
  })
  return [columns, ...rows]
}

/** What no two payouts share. */
function ownOf(row: number): Partial<Record<FieldName, string>> {
  return {
    beneficiaryFirstName: `${firstNames[row % firstNames.length]} ${row % 97 === 0 ? 'de la "Luz"' : ''}`.trim(),
    beneficiaryLastName: `${lastNames[row % lastNames.length]} ${lastNames[(row * 7) % lastNames.length]}`,
    email: `${row % 20 === 0 ? 'no-mail' : `person${row}@example.com`}`,
    city: row % 3 === 0 ? 'Bogotá, D.C.' : 'São Paulo',
    amount: `${1 + ((row * 7_919) % 99_991)}.${row % 90 === 0 ? '5' : '00'}`,
    externalReference: `PD-${(row * 104_729).toString(36).toUpperCase()}`,
    PaymentReason: row % 5 === 0 ? `Invoice ${row}, May` : `Invoice ${row}`,
  }
}

const firstNames = ['Ana María', 'José', 'Luis Fernando', 'Thandiwe', 'Kofi', 'Beatriz', 'Ñusta', 'François', 'Zoë']
const lastNames = [
  'García',
  'Souza',
  'Ndlovu',
  'Quispe',
  'Fernández',
  'Mensah',
  'Muñoz',
  'Traoré',
  'Peña',
  'Okafor',
  'Lima',
]

function cellsOf(entry: Readonly<Record<string, string | boolean | undefined>>): Cells {
  return columns.map((field) => String(entry[field] ?? ''))
}

export function csvOf(rows: readonly Cells[]): string {
  return rows.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** As Excel saves it: texts are shared, amounts are numbers. */
export function xlsxOf(rows: readonly Cells[]): Buffer {
  const texts = new Map<string, number>()
  const amount = columns.indexOf('amount')
  const xml = rows.map((cells, row) => {
    const written = cells.map((text, column) => {
      const reference = `${letterOf(column)}${row + 1}`
      if (text === '') return ''
      if (column === amount && row > 0) return `<c r="${reference}" s="2"><v>${Number(text)}</v></c>`
      const place = texts.get(text) ?? texts.size
      texts.set(text, place)
      return `<c r="${reference}" s="1" t="s"><v>${place}</v></c>`
    })
    return `<row r="${row + 1}" spans="1:${cells.length}" x14ac:dyDescent="0.25">${written.join('')}</row>`
  })
  const sharedStrings = [...texts.keys()]
    .map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`)
    .join('')
  return makeWorkbook({ sheets: { Payouts: xml.join('') }, sharedStrings, formats: ['@', 4] })
}

function letterOf(column: number): string {
  return String.fromCharCode(65 + column)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
