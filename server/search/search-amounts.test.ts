import { expect, it } from 'vitest'
import { currencyDecimals } from '#shared/countries/rule-book.ts'
import { searchAmounts } from './search-amounts.ts'

it.each([
  ['1500', ['1500']],
  ['1.500,50', ['1500.5']],
  ['1,500.50', ['1500.5']],
  ['1 500', ['1500']],
  ['1.500', ['1.5', '1500']],
  ['1,500', ['1.5', '1500']],
  ['99,90', ['99.9']],
  // The last four of an account, or a code.
  ['0012', []],
  ['0', []],
  ['529.982.247-25', []],
  ['Ana', []],
])('%s is searched as the amounts %j in every currency', (typed, decimals) => {
  expect(searchAmounts(typed)).toEqual({ decimals, currencies: Object.keys(currencyDecimals) })
})

it.each([
  ['R$ 1.500,50', '1500.5', 'BRL'],
  ['1500.5 usd', '1500.5', 'USD'],
])('%s is searched in its currency alone', (typed, decimal, currency) => {
  expect(searchAmounts(typed)).toEqual({ decimals: [decimal], currencies: [currency] })
})
