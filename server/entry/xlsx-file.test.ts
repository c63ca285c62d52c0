import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { readFile } from '#shared/files/testing/read-at-once.ts'
import { amountStyle } from '#shared/import/amount-style.ts'
import { planOf } from '#shared/import/import-plan.ts'
import { matchColumns } from '#shared/import/match-columns.ts'
import { readRow } from '#shared/import/read-row.ts'
import { payoutFields, requestFields } from '#shared/payout/fields.ts'
import { previewPayout } from '#shared/payout/read-entry.ts'
import { noisyEntry } from '#shared/testing/noisy-entries.ts'
import { runs } from '#shared/testing/runs.ts'
import { sampleEntries } from '#shared/testing/sample-entries.ts'
import { xlsxFile } from './xlsx-file.ts'

async function bytesOf(requests: readonly PayoutRequest[], fields = payoutFields): Promise<Buffer> {
  const pages = (async function* () {
    for (let from = 0; from < requests.length; from += 2) yield requests.slice(from, from + 2)
  })()
  const pieces: Uint8Array[] = []
  for await (const piece of xlsxFile(pages, fields)) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function rowsIn(bytes: Uint8Array) {
  const reading = await readFile(bytes)
  if ('refusal' in reading) throw new Error(reading.refusal)
  expect(reading.format).toBe('xlsx')
  return reading.table.rows
}

async function imported(bytes: Uint8Array): Promise<readonly PayoutRequest[]> {
  const rows = await rowsIn(bytes)
  const matching = matchColumns(rows.slice(0, 300))
  const amount = matching.columns.findIndex(({ heading }) => heading === 'amount')
  const { decimal } = amountStyle(rows.slice(matching.firstRow).map((row) => row[amount]))
  return rows.slice(matching.firstRow).map((cells) => {
    const read = previewPayout(readRow(cells, planOf(matching, { decimal })).entry)
    if (!read.ok) throw new Error(JSON.stringify(read.errors))
    return read.value.request
  })
}

// No text begins with an apostrophe: the import takes it for one that was typed to make the spreadsheet leave the rest alone.
const trap = fc
  .array(fc.constantFrom(';', '\t', '\n', '&', '<', '>', '"', '=', '+', '_x000D_', '_', ' ', '0012', '.500', 'é', '𝒳'))
  .map((parts) => parts.join(''))

const request = fc.constantFrom(...sampleEntries).chain((sample) =>
  fc
    .record({
      entry: noisyEntry(sample),
      externalReference: fc.oneof(trap, fc.constantFrom('0012', '1E5', 'true')),
      PaymentReason: trap,
      amount: fc.constantFrom('1234.125', '1.500', '12.125', '1500', '0.1', '123456789012345'),
    })
    .map(({ entry, ...others }) => {
      const reading = previewPayout({ ...entry, ...others })
      return reading.ok ? reading.value.request : undefined
    })
    .filter((made) => made !== undefined),
)

it('A workbook of payout requests that is imported gives the same requests', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 5 }), async (requests) => {
      expect(await imported(await bytesOf(requests))).toEqual(requests)
    }),
    { numRuns: runs(100) },
  )
})

it('A workbook of payout requests holds texts but for amounts, whatever they contain, in columns of the interface', async () => {
  const odd = fc
    .string({ unit: 'binary', maxLength: 20 })
    .filter((text) => !/\p{Surrogate}/u.test(text) && !text.startsWith("'") && text !== '')
  await fc.assert(
    fc.asyncProperty(odd, odd, async (city, externalReference) => {
      const [head, row] = await rowsIn(await bytesOf([{ city, externalReference, amount: 0.1 }]))
      expect(head).toEqual(requestFields)
      const cells = Object.fromEntries(requestFields.map((field, place) => [field, row?.[place] ?? '']))
      expect(cells).toMatchObject({ city, externalReference, amount: { kind: 'number', text: '0.1' } })
    }),
    { numRuns: runs(100) },
  )
})

it('A workbook of no payout requests still has its head', async () => {
  expect(await rowsIn(await bytesOf([]))).toEqual([requestFields])
})

describe.skipIf(inject('testSet') !== 'soak' || spawnSync('soffice', ['--version']).status !== 0)('LibreOffice', () => {
  it('LibreOffice opens a workbook of payout requests and saves it without changing a text', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'payout-desk-'))
    const requests = fc.sample(request, 200)
    writeFileSync(join(directory, 'requests.xlsx'), await bytesOf(requests))
    const profile = `-env:UserInstallation=file://${directory}/profile`
    const saving = ['--headless', '--convert-to', 'xlsx:Calc MS Excel 2007 XML', '--outdir', join(directory, 'saved')]
    execFileSync('soffice', [profile, ...saving, join(directory, 'requests.xlsx')])
    expect(await imported(readFileSync(join(directory, 'saved/requests.xlsx')))).toEqual(requests)
    rmSync(directory, { recursive: true, force: true })
  })
})
