import { describe, expect, it } from 'vitest'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { kindOfPayoutType, kindOfValidationType, payoutTypeOf, validationTypeOf } from './account-type-codes.ts'

describe.each([
  ['CL', 'current', '0001', '0002'],
  ['CL', 'savings', '0002', '0001'],
  ['CL', 'rut', '0004', '0004'],
  ['CO', 'savings', '0001', '0001'],
  ['CO', 'current', '0002', '0002'],
  ['EC', 'savings', '0001', '0001'],
  ['EC', 'current', '0002', '0002'],
] as const)('Account types: %s, %s', (code, kind, payoutCode, validationCode) => {
  const country = ruleBook[code]
  const rule = country.bankValidation!

  it(`is ${payoutCode} in a payout`, () => {
    expect(payoutTypeOf(country, kind)).toBe(payoutCode)
    expect(kindOfPayoutType(country, payoutCode)).toBe(kind)
  })

  it(`is ${validationCode} in a bank validation`, () => {
    expect(validationTypeOf(rule, kind)).toBe(validationCode)
    expect(kindOfValidationType(rule, validationCode)).toBe(kind)
  })
})

it('Account types: the rest: Colombia: a wallet has a code in the validation and none in the payout', () => {
  const { CO } = ruleBook
  expect(validationTypeOf(CO.bankValidation!, 'wallet')).toBe('MOBILE_WALLET')
  expect(kindOfValidationType(CO.bankValidation!, 'MOBILE_WALLET')).toBe('wallet')
  expect(payoutTypeOf(CO, 'wallet')).toBeUndefined()
})

it('Account types: the rest: Chile: any other code of four digits is savings in the validation', () => {
  expect(kindOfValidationType(ruleBook.CL.bankValidation!, '0009')).toBe('savings')
  expect(kindOfValidationType(ruleBook.CL.bankValidation!, '9')).toBeUndefined()
})

it('Account types: the rest: Argentina, Mexico and Peru have none in the validation', () => {
  for (const code of ['AR', 'MX', 'PE'] as const) {
    expect(ruleBook[code].bankValidation?.accountTypes).toBeUndefined()
    expect(validationTypeOf(ruleBook[code].bankValidation!, 'savings')).toBeUndefined()
  }
})
