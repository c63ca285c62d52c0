import { describe, expect, it } from 'vitest'
import { chile } from '#shared/countries/chile.ts'
import { mexico } from '#shared/countries/mexico.ts'
import { readEntry } from '#shared/payout/read-entry.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { checkRemark } from './check-remark.ts'
import { remarkKey, remarkOn } from './fault.ts'
import { namingParams } from './naming-params.ts'

/** One of each warning as it is kept in the database, with all of its params. Whoever changes a key here asks about every open payout anew. */
const keys = [
  [remarkOn('amount', 'amount_looks_grouped', { value: '1.5' }, ''), '["amount","amount_looks_grouped","1.5"]'],
  [
    remarkOn('amount', 'too_many_decimals', { currency: 'CLP', decimals: 0, value: '1.5', places: 1 }, ''),
    '["amount","too_many_decimals","CLP","1.5"]',
  ],
  [
    remarkOn('documentNumber', 'check_digit', { label: 'CPF', value: '1', standard: 'cpf', lacking: 'last' }, ''),
    '["documentNumber","check_digit","cpf","1"]',
  ],
  [
    remarkOn('accountNumber', 'bank_differs', { label: 'CBU', value: '1', bank: '7', name: 'A', given: '8' }, ''),
    '["accountNumber","bank_differs","1","7",null,"8"]',
  ],
  [
    remarkOn('accountNumber', 'bank_differs', { label: 'CLABE', value: '1', prefix: '998', given: '8' }, ''),
    '["accountNumber","bank_differs","1",null,"998","8"]',
  ],
  [
    remarkOn('accountAgencyNumber', 'leading_zero_lost', { label: 'Agency', value: '1', digits: 1 }, ''),
    '["accountAgencyNumber","leading_zero_lost","1"]',
  ],
  [
    remarkOn('accountAgencyNumber', 'long_agency', { label: 'Agency', value: '12345', digits: 5 }, ''),
    '["accountAgencyNumber","long_agency","12345"]',
  ],
  [remarkOn('bankName', 'bank_not_listed', { value: '999' }, ''), '["bankName","bank_not_listed","999"]'],
  [
    remarkOn('beneficiaryName', 'long_name', { letters: 31, max: 30, value: 'Ana', label: 'Name' }, ''),
    '["beneficiaryName","long_name","Ana",30]',
  ],
  ...(['same_beneficiary', 'document_other_account', 'document_in_book'] as const).map(
    (code) =>
      [
        remarkOn('documentNumber', code, { beneficiaryId: 'b' }, ''),
        JSON.stringify(['documentNumber', code, 'b']),
      ] as const,
  ),
  [
    remarkOn('accountNumber', 'account_other_document', { beneficiaryId: 'b' }, ''),
    '["accountNumber","account_other_document","b"]',
  ],
  [
    remarkOn('accountNumber', 'bank_changed', { beneficiaryId: 'b', lastPayoutAt: 'then', account: 'hash' }, ''),
    '["accountNumber","bank_changed","b","then","hash"]',
  ],
  [
    remarkOn('beneficiaryLastName', 'beneficiary_archived', { beneficiaryId: 'b' }, ''),
    '["beneficiaryLastName","beneficiary_archived","b"]',
  ],
  [
    checkRemark({ service: 'bank', outcome: 'NOK', reason: 'R', correlationId: 'c' }),
    '["check:bank","check_outcome","c","NOK","R"]',
  ],
  [remarkOn('amount', 'duplicate_payout', { payoutId: 'p', at: 'then' }, ''), '["amount","duplicate_payout","p"]'],
] as const

describe('The key that confirms a warning', () => {
  it.each(keys)('%j is %s', (warning, key) => {
    expect(remarkKey(warning)).toBe(key)
  })

  it('is pinned here for each warning', () => {
    expect(new Set(keys.map(([{ code }]) => code))).toEqual(new Set(Object.keys(namingParams)))
  })

  it('holds no words, so that rewording asks nothing anew', () => {
    const [one, other] = ['Surname', 'Last name'].map((label) =>
      remarkOn('beneficiaryLastName', 'long_name', { letters: 31, max: 30, value: 'Ana', label }, `${label} is long.`),
    )
    expect(one && remarkKey(one)).toBe(other && remarkKey(other))
  })

  it('is another for another bank, so that a tick for the one does not confirm the other', () => {
    const keysAt = (bankName: string) =>
      keysOf(mexico, { bankName, accountNumber: '998010077777777771' }).filter((key) => key.includes('bank_differs'))
    expect(keysAt('40012')).toHaveLength(1)
    expect(keysAt('40012')).not.toEqual(keysAt('40072'))
  })

  it('is another for another number', () => {
    const keysAt = (documentNumber: string) => keysOf(chile, { documentNumber })
    expect(keysAt('123456781')).toHaveLength(1)
    expect(keysAt('123456781')).not.toEqual(keysAt('123456782'))
  })

  it('is another for the same digits of another document', () => {
    const [cpf, cuit] = (['cpf', 'cuit'] as const).map((standard) =>
      remarkOn('documentNumber', 'check_digit', { label: standard, value: '12345678901', standard }, ''),
    )
    expect(cpf && remarkKey(cpf)).not.toBe(cuit && remarkKey(cuit))
  })
})

function keysOf(country: Country, change: Readonly<Record<string, string>>): readonly string[] {
  const [method] = country.methods
  return readEntry(country, { ...method.sample, ...change }, { method: method.id }).warnings.map(remarkKey)
}
