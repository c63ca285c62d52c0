import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { english } from '#shared/language/english.ts'
import { bankRulesOf } from '#shared/rule-book/bank-code.ts'
import { countryName } from '#shared/rule-book/country.ts'
import { countryCodes, currencyDecimals, ruleBook, validationOnlyCountries } from './rule-book.ts'

const countries = Object.values(ruleBook)

/** Interface, part C, "Country and currency codes". */
const table = `AR ARS, BR BRL, CL CLP, MX MXN, CO COP, EC USD, PE PEN, BF XOF, CM XAF, CI XOF, GH GHS, KE KES, RW RWF,
  SN XOF, TZ TZS, UG UGX, NG NGN, ZA ZAR`.split(/,\s+/)

/** How many bank codes the interface lists for each; the tests of the countries retype them. */
const bankCounts: Readonly<Partial<Record<string, number>>> = { BR: 16, CL: 28, MX: 96, CO: 61, EC: 22, PE: 31 }

it('The rule book holds the countries of the interface with their currencies, each under its own code', () => {
  const lines = countries.map(({ code, currency }) => `${code} ${currency}`)
  expect(lines.toSorted()).toEqual(table.toSorted())
  expect(Object.keys(ruleBook)).toEqual(countries.map(({ code }) => code))
  expect(Object.keys(ruleBook).toSorted()).toEqual(countryCodes.toSorted())
})

it('The rule book holds every file of the countries folder, so that none is left out in silence', () => {
  const files = readdirSync(new URL('.', import.meta.url)).filter(
    (file) => !file.endsWith('.test.ts') && file !== 'rule-book.ts' && file !== 'country-facts.ts',
  )
  const known = [...countries, ...validationOnlyCountries].map(
    (country) => `${english(countryName(country)).toLowerCase().replace(' ', '-')}.ts`,
  )
  expect(files.toSorted()).toEqual(known.toSorted())
  expect(validationOnlyCountries.map(({ code }) => code)).toEqual(['CR'])
  expect(files).toHaveLength(table.length + validationOnlyCountries.length)
})

it('The rule book lists as many bank codes as the interface, and none twice in a method', () => {
  for (const country of countries) {
    const lists = bankRulesOf(country).map(({ banks }) => banks.map(({ code }) => code))
    expect([country.code, new Set(lists.flat()).size]).toEqual([country.code, bankCounts[country.code] ?? 0])
    for (const list of lists) expect(new Set(list).size).toBe(list.length)
  }
})

it('Currencies have the same decimals in every country that uses them', () => {
  for (const { code, currency, decimals } of countries)
    expect([code, decimals]).toEqual([code, currencyDecimals[currency]])
})

it('Currencies: CLP, RWF, UGX, XAF and XOF have no decimals, all others two', () => {
  const without = Object.entries(currencyDecimals).filter(([, decimals]) => decimals === 0)
  expect(without.map(([code]) => code).toSorted()).toEqual(['CLP', 'RWF', 'UGX', 'XAF', 'XOF'])
  expect(new Set(Object.values(currencyDecimals))).toEqual(new Set([0, 2]))
})

// Unicode rounds the Colombian peso to what people use; ISO 4217 gives it two decimals.
it.each(Object.entries(currencyDecimals).filter(([code]) => code !== 'COP'))(
  'Currencies: %s: Unicode agrees on %i',
  (code, decimals) => {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency: code })
    expect(format.resolvedOptions().maximumFractionDigits).toBe(decimals)
  },
)
