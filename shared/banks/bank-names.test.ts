import { expect, it } from 'vitest'
import { bank } from './bank.ts'
import { bankNameIn, noBankNames, withBankNames } from './bank-names.ts'
import { searchBanks } from './bank-search.ts'

const banks = [bank('0001', 'Interbank'), bank('0029'), bank('0030')]
const names = new Map([
  ['PE-0001', 'Another bank'],
  ['PE-0029', 'Yape'],
  ['PE-0099', 'Beside the list'],
  ['BR-0030', 'Of another country'],
])

it('A code without a public name is called as the merchant calls it; a public name stays', () => {
  expect(['0001', '0029', '0030', '0099'].map((code) => bankNameIn('PE', code, banks, names))).toEqual([
    'Interbank',
    'Yape',
    undefined,
    'Beside the list',
  ])
})

it('A list of banks has the names of its merchant, and is searched by them', () => {
  const named = withBankNames('PE', banks, names)
  expect(named.map(({ name }) => name)).toEqual(['Interbank', 'Yape', undefined])
  expect(searchBanks(named, 'yap').map(({ code }) => code)).toEqual(['0029'])
  expect(withBankNames('PE', banks, noBankNames)).toBe(banks)
})

it('A list that other codes pass beside also has those that the merchant has named', () => {
  expect(withBankNames('PE', banks, names, true).at(-1)).toEqual(bank('0099', 'Beside the list'))
  expect(withBankNames('BR', [], names, true)).toEqual([bank('0030', 'Of another country')])
})
