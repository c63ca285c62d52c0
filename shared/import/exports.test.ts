import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { readFile } from '#shared/files/testing/read-at-once.ts'
import { requestFields } from '#shared/payout/fields.ts'
import { previewPayout } from '#shared/payout/read-entry.ts'
import { sentRequest } from '#shared/payout/sent-request.ts'
import { requestsToCsv } from '#shared/payout/testing/read-request-csv.ts'
import { noisyEntry } from '#shared/testing/noisy-entries.ts'
import { runs } from '#shared/testing/runs.ts'
import { sampleEntries } from '#shared/testing/sample-entries.ts'
import { amountStyle } from './amount-style.ts'
import { planOf } from './import-plan.ts'
import { matchColumns } from './match-columns.ts'
import { readRow } from './read-row.ts'

/** Each format of our exports, as server/exports writes it. */
const formats: readonly (readonly [string, (requests: readonly PayoutRequest[]) => string])[] = [
  ['CSV', requestsToCsv],
  ['CSV that a spreadsheet saved with semicolons', (requests) => semicolons(requestsToCsv(requests))],
  ['JSON', (requests) => `[\n${requests.map((request) => JSON.stringify(sentRequest(request))).join(',\n')}\n]\n`],
  ['JSON Lines', (requests) => requests.map((request) => `${JSON.stringify(sentRequest(request))}\n`).join('')],
]

/** As every spreadsheet does where the decimal sign is a comma; samples without quotation marks only. */
function semicolons(csv: string): string {
  return csv.includes('"') ? csv : csv.replaceAll(',', ';')
}

const trap = fc
  .array(fc.constantFrom(';', '\t', '\n', ',', '"', "'", '=', '+', '-', '@', ' ', '1', '.500', 'Rent', 'é'))
  .map((parts) => parts.join(''))

const request = fc.constantFrom(...sampleEntries).chain((sample) =>
  fc
    .record({
      entry: noisyEntry(sample),
      externalReference: fc.oneof(trap, fc.constantFrom("'x", '0012', '1E5', 'true')),
      PaymentReason: trap,
      amount: fc.constantFrom('1234.125', '1.500', '1500', '0.1', '123456789012345'),
    })
    .map(({ entry, ...others }) => {
      const reading = previewPayout({ ...entry, ...others })
      return reading.ok ? reading.value.request : undefined
    })
    .filter((made) => made !== undefined),
)

async function imported(text: string): Promise<readonly PayoutRequest[]> {
  const reading = await readFile(Buffer.from(text))
  if ('refusal' in reading) throw new Error(reading.refusal)
  const { rows } = reading.table
  const matching = matchColumns(rows.slice(0, 300))
  const amount = matching.columns.findIndex(({ heading }) => heading === 'amount')
  const { decimal } = amountStyle(rows.slice(matching.firstRow).map((row) => row[amount]))
  return rows.slice(matching.firstRow).map((cells) => {
    const read = previewPayout(readRow(cells, planOf(matching, { decimal })).entry)
    if (!read.ok) throw new Error(JSON.stringify(read.errors))
    return read.value.request
  })
}

it('Exports: a file of another program under the same headings is read as it is written, and no zero of it counts as lost', async () => {
  for (const { entry } of sampleEntries) {
    const values = requestFields.map((field) => String(entry[field] ?? '').replaceAll(',', ' '))
    const lines = [requestFields, values]
    const reading = await readFile(lines.map((cells) => cells.join(',')).join('\n'))
    if ('refusal' in reading) throw new Error(reading.refusal)
    const { rows } = reading.table
    expect(rows[1]?.every((cell) => typeof cell === 'string')).toBe(true)
    const { damage } = readRow(rows[1] ?? [], planOf(matchColumns(rows), { decimal: '.' }))
    expect(damage).toEqual([])
  }
})

it.each([
  ['0001', '0001'],
  ['-01', '-01'],
  ['1e3', '1e3'],
  ['12', { kind: 'number', text: '12' }],
  ['0.50', { kind: 'number', text: '0.50' }],
] as const)(
  'Exports: %s that a person typed into one of ours is a number only where it can be one',
  async (typed, cell) => {
    const reading = await readFile(`${requestFields.join()}\n${typed},'0001\n`)
    expect(reading).toMatchObject({ table: { rows: [{}, [cell, '0001']] } })
  },
)

it.each(formats)('Exports: %s that is imported gives the same requests', async (_, written) => {
  expect(requestFields.length).toBeGreaterThan(15)
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 5 }), async (requests) => {
      expect(await imported(written(requests))).toEqual(requests)
    }),
    { numRuns: runs(200) },
  )
})
