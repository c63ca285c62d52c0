import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareAmounts, medianOf, totalsOf } from './totals.ts'

it('Totals of payouts are one for each currency, in the order of their codes', () => {
  const payouts = [
    { amount: '150.25', currencyCode: 'BRL' },
    { amount: '15000', currencyCode: 'ARS' },
    { amount: '0.1', currencyCode: 'BRL' },
  ]
  expect(totalsOf(payouts)).toEqual([
    { currencyCode: 'ARS', amount: '15000', count: 1 },
    { currencyCode: 'BRL', amount: '150.35', count: 2 },
  ])
  expect(totalsOf([])).toEqual([])
})

it('Totals of payouts are exact, where numbers of a computer would not be', () => {
  const tenths = Array.from({ length: 30 }, () => ({ amount: '0.1', currencyCode: 'USD' }))
  expect(totalsOf(tenths)[0]?.amount).toBe('3.0')
  const large = ['999999999999999', '0.000000000000001'].map((amount) => ({ amount, currencyCode: 'COP' }))
  expect(totalsOf(large)[0]?.amount).toBe('999999999999999.000000000000001')
})

it('Totals of payouts do not depend on the order, and grow by what is added', () => {
  const cents = fc.array(fc.integer({ min: 0, max: 10 ** 9 }), { minLength: 1 })
  fc.assert(
    fc.property(cents, (amounts) => {
      const payouts = amounts.map((amount) => ({
        amount: `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`,
        currencyCode: 'USD',
      }))
      const [total] = totalsOf(payouts)
      expect(total).toEqual(totalsOf(payouts.toReversed())[0])
      expect(BigInt(total?.amount.replace('.', '') ?? '')).toBe(amounts.reduce((sum, each) => sum + BigInt(each), 0n))
    }),
  )
})

it.each([
  ['1500', '150', 10, 0],
  ['1500.01', '150', 10, 1],
  ['1499.99', '150', 10, -1],
  ['0.3', '0.1', 3, 0],
  ['9007199254740993', '9007199254740992', 1, 1],
])('An amount of %s against %s, %i times, compares exactly', (amount, other, times, sign) => {
  expect(compareAmounts(amount, other, times)).toBe(sign)
})

it.each([
  [[], undefined],
  [['7'], '7'],
  [['100', '9', '20.5'], '20.5'],
  [['1', '2'], '1.5'],
  [['0.01', '0.02', '5', '0'], '0.015'],
  [['10', '10'], '10'],
])('The median of %j is %s', (amounts, median) => {
  expect(medianOf(amounts)).toBe(median)
})
