import { expect, it } from 'vitest'
import { methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { english } from '#shared/language/english.ts'
import { describeValue } from './value-meaning.ts'

const { CL, BR } = ruleBook
const [bank] = CL.methods

it.each([
  ['country', 'CL', 'Chile'],
  ['bankName', '012', 'BancoEstado'],
  ['payoutAccountTypeCode', '0004', 'RUT account (CuentaRUT)'],
  ['documentType', 'cl_rut', 'RUT'],
  ['beneficiaryType', 'person', 'Person'],
] as const)('What a code means: %s %s is %s', (field, value, meaning) => {
  const found = describeValue(CL, bank, field, value)
  expect(typeof found === 'object' ? english(found) : found).toBe(meaning)
})

it('What a code means: a value that is no code, a hyphen and an unknown code mean nothing', () => {
  expect(describeValue(CL, bank, 'currencyCode', 'CLP')).toBeUndefined()
  expect(describeValue(CL, bank, 'accountNumber', '12345678')).toBeUndefined()
  expect(describeValue(BR, methodIn(BR, 'pix'), 'bankName', '-')).toBeUndefined()
  expect(describeValue(CL, bank, 'bankName', '999')).toBeUndefined()
})
