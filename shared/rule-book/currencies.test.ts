import { describe, expect, it } from 'vitest'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { currencyDecimals } from './currencies.ts'

describe('Currencies', () => {
  it('are those of the countries and the US dollar', () => {
    const used = new Set([...Object.values(ruleBook).map(({ currency }) => currency), 'USD'])
    expect(Object.keys(currencyDecimals).toSorted()).toEqual([...used].toSorted())
  })

  it('CLP, RWF, UGX, XAF and XOF have no decimals, all others two', () => {
    const without = Object.entries(currencyDecimals).filter(([, decimals]) => decimals === 0)
    expect(without.map(([code]) => code).toSorted()).toEqual(['CLP', 'RWF', 'UGX', 'XAF', 'XOF'])
    expect(new Set(Object.values(currencyDecimals))).toEqual(new Set([0, 2]))
  })

  // Unicode rounds the Colombian peso to what people use; ISO 4217 gives it two decimals.
  it.each(Object.entries(currencyDecimals).filter(([code]) => code !== 'COP'))(
    '%s: Unicode agrees on %i',
    (code, decimals) => {
      const format = new Intl.NumberFormat('en', { style: 'currency', currency: code })
      expect(format.resolvedOptions().maximumFractionDigits).toBe(decimals)
    },
  )
})
