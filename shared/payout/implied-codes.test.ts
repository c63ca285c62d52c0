import { describe, expect, it } from 'vitest'
import { ruleBook } from '#shared/countries/rule-book.ts'
import type { Country } from '#shared/rule-book/country.ts'
import type { Entry } from './entry.ts'
import { emptyEntry } from './entry-draft.ts'
import { impliedCodes } from './implied-codes.ts'

const { AR, BR, CL, CO, EC, MX, PE } = ruleBook

function form(country: Country, values: Partial<Entry>): Entry {
  return { ...emptyEntry(country), ...values }
}

it('What follows from an account number a CLABE fills in its bank and the account type', () => {
  const values = form(MX, { accountNumber: '0020 1007 7777 7777 71' })
  expect(impliedCodes(MX, values)).toEqual({ bankName: '40002', payoutAccountTypeCode: '0001' })
})

it('What follows from an account number sixteen digits in Mexico are a debit card, which names no bank', () => {
  expect(impliedCodes(MX, form(MX, { accountNumber: '4111111111111111' }))).toEqual({ payoutAccountTypeCode: '0010' })
})

it('What follows from an account number seven digits in Chile are a RUT account; eight could be either', () => {
  expect(impliedCodes(CL, form(CL, { accountNumber: '1234567' }))).toEqual({ payoutAccountTypeCode: '0004' })
  expect(impliedCodes(CL, form(CL, { accountNumber: '12345678' }))).toEqual({})
})

it('What follows from an account number: savings or current, by the length, at Peru’s bank 0003', () => {
  const at0003 = { method: 'bank', bankName: '0003' }
  expect(impliedCodes(PE, form(PE, { ...at0003, accountNumber: '19412345678012' }))).toEqual({
    payoutAccountTypeCode: '0001',
  })
  expect(impliedCodes(PE, form(PE, { ...at0003, accountNumber: '1941234567012' }))).toEqual({
    payoutAccountTypeCode: '0002',
  })
})

describe('What was filled in follows the number', () => {
  const before = { bankName: '40002' }

  it('What was filled in follows the number another CLABE brings another bank', () => {
    const values = form(MX, { accountNumber: '012180000118359719', bankName: '40002', payoutAccountTypeCode: '0001' })
    expect(impliedCodes(MX, values, before)).toEqual({ bankName: '40012' })
  })

  it('What was filled in follows the number a CLABE of no listed bank, or none at all, leaves the bank open', () => {
    const values = form(MX, { accountNumber: '999180000118359719', bankName: '40002', payoutAccountTypeCode: '0001' })
    expect(impliedCodes(MX, values, before)).toEqual({ bankName: '' })
    expect(impliedCodes(MX, { ...values, accountNumber: '' }, before)).toEqual({ bankName: '' })
  })

  it('What was filled in follows the number a bank that a person chose since stays', () => {
    const values = form(MX, { accountNumber: '012180000118359719', bankName: '40014', payoutAccountTypeCode: '0001' })
    expect(impliedCodes(MX, values, before)).toEqual({})
  })
})

it('What is never filled in a field that a person has filled', () => {
  const values = form(MX, { accountNumber: '002010077777777771', bankName: '40012', payoutAccountTypeCode: '0001' })
  expect(impliedCodes(MX, values)).toEqual({})
})

it('What is never filled in anything from a number that is not complete', () => {
  expect(impliedCodes(MX, form(MX, { accountNumber: '00201007777777777' }))).toEqual({})
  expect(impliedCodes(MX, form(MX, { accountNumber: '' }))).toEqual({})
})

it('What is never filled in a bank that the length alone suggests', () => {
  expect(impliedCodes(EC, form(EC, { accountNumber: '2200123456' }))).toEqual({})
})

it('What is never filled in a bank where the country asks for none', () => {
  expect(impliedCodes(AR, form(AR, { accountNumber: '2850590940090418135201' }))).toEqual({})
  expect(impliedCodes(BR, form(BR, { accountNumber: '123456' }))).toEqual({})
})

const typeOf = (country: Country, documentNumber: string) =>
  impliedCodes(country, form(country, { documentNumber })).documentType

it.each([
  [PE, '12345678', '04'],
  [PE, '20131312955', '05'],
  [PE, '10-12345678-2', undefined],
  [PE, '001234567', undefined],
  [CO, '1.020.304.050', '01'],
  [CO, '800.197.268-4', '03'],
  [CO, '800.197.268-5', undefined],
  [CO, '52345678', undefined],
  [EC, '171003406-5', '04'],
  [EC, '1710034066', undefined],
  [EC, '1710034065001', '05'],
  [EC, 'A1234567', undefined],
] as const)('The document number of row %# implies its type where it can only be of one', (country, number, type) => {
  expect(typeOf(country, number), `${country.code} ${number}`).toBe(type)
})

it('A document type that was filled in follows the number, and stays while another is not certain', () => {
  const before = { documentType: '04' }
  const at = (documentNumber: string) => impliedCodes(PE, form(PE, { documentNumber, documentType: '04' }), before)
  expect(at('20131312955')).toEqual({ documentType: '05' })
  expect(at('2013131295')).toEqual({})
  expect(impliedCodes(PE, form(PE, { documentNumber: '20131312955', documentType: '04' }))).toEqual({})
})

it('Mexico: an account type that was filled in follows the number: a debit card after a CLABE', () => {
  const before = { bankName: '40002', payoutAccountTypeCode: '0001' }
  const values = form(MX, { ...before, accountNumber: '4111111111111111' })
  expect(impliedCodes(MX, values, before)).toEqual({ bankName: '', payoutAccountTypeCode: '0010' })
  expect(impliedCodes(MX, { ...values, accountNumber: '411111111111111' }, before)).toEqual({ bankName: '' })
  expect(impliedCodes(MX, values)).toEqual({})
})

it('Mexico: an incomplete CLABE in the place of a card number is not called a card any more; a card with a digit missing is', () => {
  const before = { payoutAccountTypeCode: '0010', accountNumber: '4111111111111111' }
  const at = (accountNumber: string) =>
    impliedCodes(MX, form(MX, { payoutAccountTypeCode: '0010', accountNumber }), before)
  expect(at('00201007777777777')).toEqual({ payoutAccountTypeCode: '' })
  expect(at('411111111111111')).toEqual({})
})
