import { describe, expect, it } from 'vitest'
import { bank } from '#shared/banks/bank.ts'
import { bankRulesOf, cleanBankCode } from './bank-code.ts'
import { digits } from './shape.ts'

const four = { banks: [bank('0003'), bank('0030'), bank('0150')] }

function read(typed: string, ...rules: Parameters<typeof cleanBankCode>[1]): string {
  return cleanBankCode(typed, rules).value
}

describe('A bank code that lost its zeros', () => {
  it.each([
    ['3', '0003'],
    ['03', '0003'],
    ['30', '0030'],
    [' 150\u200b', '0150'],
  ])('%j is %s', (typed, code) => {
    expect(read(typed, four)).toBe(code)
  })

  it.each(['003', '030', '00003', '4', '15', '0', '00', 'x3', ''])('%j stays', (typed) => {
    expect(read(typed, four)).toBe(typed)
  })

  it('stays where two codes could be meant', () => {
    expect(read('3', four, { banks: [bank('003')] })).toBe('3')
    expect(read('3', four, four)).toBe('0003')
  })

  it('stays where it is a code by itself', () => {
    expect(read('150', four, { banks: [], nationalCodes: { shape: digits(3), known: new Set() } })).toBe('150')
  })

  it('needs a list to get them back from', () => {
    expect(read('3')).toBe('3')
    expect(
      bankRulesOf({
        methods: [{ id: 'bank', label: 'field.bankName', summary: 'takes.text', fields: {}, sample: {} }],
      }),
    ).toEqual([])
  })
})
