import { expect, it } from 'vitest'
import { type AmountChoices, fileAmounts } from './file-amounts.ts'
import { planOf } from './import-plan.ts'
import { matchColumns } from './match-columns.ts'
import { readRow } from './read-row.ts'

const head = ['País', 'Nombre', 'Apellido', 'Cuenta', 'Importe']

/** The amounts of a file as they are read, and what is asked. */
function read(amounts: readonly (readonly [country: string, amount: string])[], choices: AmountChoices = {}) {
  const rows = amounts.map(([country, amount]) => [country, 'Ana', 'Ruiz', '12345678901', amount])
  const matching = matchColumns([head, ...rows], { headRow: 0 })
  const found = fileAmounts(rows, planOf(matching), choices)
  const plan = planOf(matching, found)
  const { typed, country } = found.ask ?? {}
  return {
    amounts: rows.map((row) => readRow(row, plan).texts.amount),
    ask: typed && [typed, country].join(' ').trim(),
  }
}

it('Amounts of a file: a country whose currency has no decimals is asked about where 356.000 would lose its thousands', () => {
  const file = [
    ['Argentina', '126,421.75'],
    ['Chile', '356.000'],
  ] as const
  expect(read(file)).toEqual({ amounts: ['126421.75', '356.000'], ask: '356.000 CL' })
  expect(read(file, { decimals: { CL: ',' } })).toEqual({ amounts: ['126421.75', '356000'], ask: undefined })
  expect(read(file, { decimals: { CL: '.' } })).toEqual({ amounts: ['126421.75', '356'], ask: undefined })
})

it('Amounts of a file: where countries write them in two ways, an answer holds for the country that it was asked for', () => {
  const file = [
    ['México', '4,899.50'],
    ['México', '1,250'],
    ['Argentina', '4.899,50'],
    ['Argentina', '1.250'],
    ['Chile', '356.000'],
  ] as const
  const known = ['4899.50', '1250', '4899.50', '1250']
  expect(read(file)).toEqual({ amounts: [...known, '356.000'], ask: '356.000 CL' })
  expect(read(file, { decimals: { CL: ',' } })).toEqual({ amounts: [...known, '356000'], ask: undefined })
})

it('Amounts of a file: with no amount that is clear, countries that write them alike are asked about together, others one by one', () => {
  const alike = [
    ['Colombia', '356.000'],
    ['México', '1.250'],
  ] as const
  expect(read(alike)).toEqual({ amounts: ['356.000', '1.250'], ask: '356.000' })
  expect(read(alike, { decimal: ',' })).toEqual({ amounts: ['356000', '1250'], ask: undefined })
  const other = [...alike, ['Perú', '1,250'] as const]
  expect(read(other).ask).toBe('356.000 CO')
  expect(read(other, { decimals: { CO: ',' } })).toEqual({ amounts: ['356000', '1.250', '1,250'], ask: '1.250 MX' })
  expect(read(other, { decimals: { CO: ',', MX: ',' } }).ask).toBe('1,250 PE')
})

it('Amounts of a file: what a person says of all of them holds for all', () => {
  const file = [
    ['Argentina', '126,421.75'],
    ['Chile', '356.000'],
  ] as const
  expect(read(file, { decimal: '.' })).toEqual({ amounts: ['126421.75', '356'], ask: undefined })
})
