import { describe, expect, it } from 'vitest'
import { bank } from '#shared/banks/bank.ts'
import { brazilianNationalBanks } from '#shared/banks/brazil-national.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { bankOfCode, bankRulesOf, cleanBankCode } from './bank-code.ts'
import { digits } from './shape.ts'

const four = { banks: [bank('0003'), bank('0030'), bank('0150')] }

function read(typed: string, ...rules: Parameters<typeof cleanBankCode>[1]): string {
  return cleanBankCode(typed, rules).value
}

it.each([
  ['3', '0003'],
  ['03', '0003'],
  ['30', '0030'],
  [' 150\u200b', '0150'],
])('A bank code that lost its zeros: %j is %s', (typed, code) => {
  expect(read(typed, four)).toBe(code)
})

it.each(['003', '030', '00003', '4', '15', '0', '00', 'x3', ''])(
  'A bank code that lost its zeros: %j stays',
  (typed) => {
    expect(read(typed, four)).toBe(typed)
  },
)

it('A bank code that lost its zeros stays where two codes could be meant', () => {
  expect(read('3', four, { banks: [bank('003')] })).toBe('3')
  expect(read('3', four, four)).toBe('0003')
})

it('A bank code that lost its zeros stays where it is a code by itself', () => {
  expect(read('150', four, { banks: [], nationalCodes: { shape: digits(3), known: new Set() } })).toBe('150')
})

it('A bank code that lost its zeros needs a list to get them back from', () => {
  expect(read('3')).toBe('3')
  expect(
    bankRulesOf({
      methods: [{ id: 'bank', label: 'field.bankName', summary: 'takes.text', fields: {}, sample: {} }],
    }),
  ).toEqual([])
})

describe('The bank of a code', () => {
  const { BR, KE, PE } = ruleBook

  it('The bank of a code: Peru: has its public name, or none, in the list of any method', () => {
    expect(
      ['0001', '0006', '0029', '0031'].map((code) => bankOfCode(PE, code)?.name ?? bankOfCode(PE, code)?.code),
    ).toEqual(['Interbank', '0006', '0029', undefined])
  })

  it('The bank of a code: Brazil: may be outside of the list of common banks, and of the national one', () => {
    expect(bankOfCode(BR, '070', brazilianNationalBanks)?.name).toMatch(/BRB/)
    expect(bankOfCode(BR, '999', brazilianNationalBanks)).toEqual(bank('999'))
    expect(bankOfCode(BR, '9999', brazilianNationalBanks)).toBeUndefined()
  })

  it('The bank of a code: Kenya: is any code that is sent as it was typed', () => {
    expect(bankOfCode(KE, '01')).toEqual(bank('01'))
    expect([' 01', '-', ''].map((code) => bankOfCode(KE, code))).toEqual([undefined, undefined, undefined])
  })
})
