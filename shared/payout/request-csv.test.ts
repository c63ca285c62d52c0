import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { requestFields } from '#shared/payout/fields.ts'
import { runs } from '#shared/testing/runs.ts'
import { sampleEntries } from '#shared/testing/sample-entries.ts'
import { previewPayout } from './read-entry.ts'
import { readCsv, requestsFromCsv, requestsToCsv } from './testing/read-request-csv.ts'

const samples = sampleEntries.map(({ entry }) => {
  const reading = previewPayout(entry)
  if (!reading.ok) throw new Error('a sample has an error')
  return reading.value.request
})

function readBack(requests: readonly PayoutRequest[]) {
  return requestsFromCsv(requestsToCsv(requests))
}

/** The cells of a file that holds one request, by their field. */
function cellsOf(request: PayoutRequest): Record<string, string> {
  const [head = [], row = []] = readCsv(requestsToCsv([request]).slice(1)) ?? []
  return Object.fromEntries(head.flatMap((field, place) => (row[place] === '' ? [] : [[field, row[place] ?? '']])))
}

it('A CSV file of payout requests read back gives the same requests, for the sample of every country and method', () => {
  expect(samples.length).toBeGreaterThan(20)
  expect(readBack(samples)).toEqual(samples)
})

/** What separates cells, quotes them, begins a formula or guards from one, in all orders. */
const trap = fc
  .array(fc.constantFrom(';', '\t', '\r', '\n', ',', '"', "'", '=', '+', '-', '@', '＝', ' ', '\u00a0', '1', 'Rent'))
  .map((parts) => parts.join(''))

it('A CSV file of payout requests read back gives the same requests, whatever text they hold', () => {
  const odd = fc.constantFrom(
    '-',
    '--',
    "'",
    "'-",
    '=1+1',
    '+5511999999999',
    '@x',
    '\t',
    '\r',
    '\n',
    '"',
    'a,b',
    'true',
    'FALSE',
    '1e5',
    '0001',
    '',
  )
  const text = fc.oneof(
    odd,
    trap,
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.tuple(odd, odd).map((parts) => parts.join('')),
  )
  const number = fc.oneof(
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value || 0),
  )
  const value = fc.oneof(text, number, fc.boolean())
  const request = fc.dictionary(fc.constantFrom(...requestFields), value, { noNullPrototype: true })
  fc.assert(
    fc.property(fc.array(request), (requests) => {
      expect(readBack(requests)).toEqual(requests)
    }),
    { numRuns: runs(500) },
  )
})

it('A CSV file of payout requests has a column for each field in the order of the interface, CRLF, and the mark of UTF-8', () => {
  expect(requestsToCsv([])).toBe(`\uFEFF${requestFields.join(',')}\r\n`)
})

it('A CSV file of payout requests has an empty cell for a field that is not there, and no row for no request', () => {
  expect(cellsOf({ city: 'Lima' })).toEqual({ city: 'Lima' })
  expect(readBack([])).toEqual([])
})

it.each([
  ['words', 'São João', 'São João'],
  ['the lone hyphen of the interface', '-', '-'],
  ['leading zeros', '0001', "'0001"],
  ['eighteen digits', '032180000118359719', "'032180000118359719"],
  ['the key of a telephone', '+5511999999999', "'+5511999999999"],
  ['a formula', '=HYPERLINK("https://example.com")', '\'=HYPERLINK("https://example.com")'],
  ['a command', '@SUM(1)', "'@SUM(1)"],
  ['a tab before a formula', '\t=1', "'\t'=1"],
  ['a line end before a formula', '\r=1', "'\r'=1"],
  ['words with a formula after a semicolon', 'Rent;=SUM(A)', "Rent;'=SUM(A)"],
  ['a formula after a semicolon, quotation marks and gaps', 'Rent; "=SUM(A)', `Rent; "'=SUM(A)`],
  ['an apostrophe before a formula after a semicolon', "Rent;'=SUM(A)", "Rent;''=SUM(A)"],
  ['an apostrophe before words after a semicolon', "Rent;'t Hooft", "Rent;'t Hooft"],
  ['what looks like a date', 'May 5', "'May 5"],
  ['what looks like a power of ten', '1E5', "'1E5"],
  ['the word true', 'true', "'true"],
  ['text that begins with an apostrophe', "'t Hooft", "''t Hooft"],
  ['text that is an amount', '1500', "'1500"],
  ['empty text', '', "'"],
])('A CSV file of payout requests keeps %s as it is when a spreadsheet opens and saves it', (_, value, cell) => {
  expect(cellsOf({ city: value })).toEqual({ city: cell })
})

it.each(['PD-C43Z3AH6', 'PD-CQZWBAHM'])(
  'A CSV file of payout requests marks the reference %s as every other',
  (externalReference) => {
    expect(cellsOf({ externalReference })).toEqual({ externalReference: `'${externalReference}` })
  },
)

it('A CSV file of payout requests writes a number and a tick bare, however small the number is', () => {
  expect(cellsOf({ amount: 1500.5, testMode: true })).toEqual({ amount: '1500.5', testMode: 'true' })
  expect(cellsOf({ amount: 1e-7 })).toEqual({ amount: '0.0000001' })
})

it('A CSV file of payout requests never has a cell that a spreadsheet with commas could take for a formula', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), trap), (text) => {
      expect(cellsOf({ city: text }).city ?? '').not.toMatch(/^([=+@\t\r\n]|-.)/)
    }),
    { numRuns: runs(300) },
  )
})

it.each([
  ['semicolons', /(?<=^|[;\r\n])[^;\r\n]*/g],
  ['tabs', /(?<=^|[\t\r\n])[^\t\r\n]*/g],
])('A CSV file of payout requests never has what a spreadsheet with %s could take for a formula', (_, cells) => {
  fc.assert(
    fc.property(trap, trap, (city, PaymentReason) => {
      // Such a spreadsheet sees quotation marks within its cells, and does not heed them as we do.
      const file = requestsToCsv([{ city, PaymentReason }])
      for (const [cell] of file.matchAll(cells)) expect(cell).not.toMatch(/^["\s]*([=＝+@]|-[^,])/)
    }),
    { numRuns: runs(1_000) },
  )
})
