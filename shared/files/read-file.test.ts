import { expect, it } from 'vitest'
import { readInSteps, refusalOfSize } from './read-file.ts'
import { type FileRefusal, type FileRefusalCode, fileLimits } from './refusal.ts'
import type { Cell, TableRow } from './table.ts'
import { readFile } from './testing/read-at-once.ts'

function csv(rows: readonly TableRow[]): Uint8Array {
  return Buffer.from(rows.map((cells) => cells.join(',')).join('\n'))
}

it('Files: the first rows are there before the last is read, and the table grows', async () => {
  const rows: TableRow[] = Array.from({ length: 40_000 }, (_, place): Cell[] => [
    `name ${place}`,
    'Ciudad de México',
    '12.50',
  ])
  const steps = readInSteps(csv(rows))
  const first = await steps.next()
  if (first.done) throw new Error('read in one step')
  const { share, reading } = first.value
  const count = reading.table.rows.length
  expect(share).toBeLessThan(0.5)
  expect(reading.table.rows.slice(0, 2)).toEqual(rows.slice(0, 2))
  let last = first.value
  for await (const step of steps) {
    expect(step.share).toBeGreaterThan(last.share)
    last = step
  }
  expect(last.share).toBe(1)
  expect(count).toBeGreaterThan(100)
  expect(reading.table.rows).toEqual(rows)
})

it('Files: reading ends where it is told to', async () => {
  const steps = readInSteps(csv(Array.from({ length: 40_000 }, () => ['a', 'Ciudad de México'])))
  const first = await steps.next()
  if (first.done || !('reading' in first.value)) throw new Error('read in one step')
  const count = first.value.reading.table.rows.length
  await steps.return({ refusal: 'empty', params: {} })
  expect((await steps.next()).done).toBe(true)
  expect(first.value.reading.table.rows).toHaveLength(count)
})

const { cellCharacters, columns, rowCharacters, rows } = fileLimits

const refused: readonly (readonly [string, FileRefusalCode, () => string])[] = [
  ['no bytes', 'empty', () => ''],
  ['nothing but separators', 'empty', () => ' \n,,\n\n'.trim()],
  ['one row too many', 'too_many_rows', () => 'a\n'.repeat(rows + 1)],
  ['a row below too many blank ones', 'too_many_rows', () => `a${'\n'.repeat(100_000)}b`],
  ['one column too many', 'too_many_columns', () => `a\n${'b,'.repeat(columns)}c`],
  ['a million columns', 'too_many_columns', () => `a${','.repeat(1_000_000)}b`],
  ['too many cells', 'too_many_cells', () => `${'a,'.repeat(100)}\n`.repeat(20_001)],
  ['a row without an end', 'row_too_long', () => 'a,'.repeat(rowCharacters)],
  ['a cell longer than Excel has any', 'cell_too_long', () => 'a'.repeat(cellCharacters + 1)],
]

it.each(refused)('Files: %s is refused as %s', async (_, code, text) => {
  expect(await readFile(Buffer.from(text()))).toHaveProperty('refusal', code)
})

it('Files: as many rows, columns and characters as the limits say are read', async () => {
  const wide = Array.from({ length: columns }, () => 'b')
  for (const rowsOf of [[wide], [['x'.repeat(cellCharacters)]], Array.from({ length: rows }, () => ['a'])])
    expect(await readFile(csv(rowsOf))).toMatchObject({ table: { rows: { length: rowsOf.length } } })
})

it('Files: a file beyond the limit is refused before its bytes are loaded, and after', async () => {
  const refusal: FileRefusal = { refusal: 'too_big', params: { megabytes: 40 } }
  expect(refusalOfSize(fileLimits.bytes)).toBeUndefined()
  expect(refusalOfSize(fileLimits.bytes + 1)).toEqual(refusal)
  expect(await readFile(new Uint8Array(fileLimits.bytes + 1))).toEqual(refusal)
})
