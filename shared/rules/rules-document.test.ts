import { describe, expect, it } from 'vitest'
import { countryRulesSchema, rulesIndexSchema } from '#shared/api/rules.ts'
import { countryCodes } from '#shared/countries/rule-book.ts'
import { english } from '#shared/language/english.ts'
import { buildCountryRules, rulesIndex } from './rules-document.ts'

function readable(code: string) {
  return countryRulesSchema.parse(JSON.parse(JSON.stringify(buildCountryRules(code, english))))
}

describe('Rules as data: the index', () => {
  const { countries } = rulesIndexSchema.parse(JSON.parse(JSON.stringify(rulesIndex(english))))

  it('Rules as data: the index names the eighteen countries that can be paid, and Costa Rica', () => {
    expect(countries.filter(({ payouts }) => payouts).map(({ code }) => code)).toEqual([...countryCodes])
    expect(countries.filter(({ payouts }) => !payouts).map(({ code }) => code)).toEqual(['CR'])
  })

  it('Rules as data: the index says who can be validated. Interface, "Supported countries"', () => {
    const served = (check: 'identityValidation' | 'bankValidation') =>
      countries
        .filter((country) => country[check])
        .map(({ code }) => code)
        .toSorted()
    expect(served('identityValidation')).toEqual(['AR', 'BR', 'CL', 'CO', 'CR', 'EC', 'MX', 'PE'])
    expect(served('bankValidation')).toEqual(['AR', 'CL', 'CO', 'EC', 'MX', 'PE'])
  })

  it('Rules as data: the index leads to each country', () => {
    for (const { code, href } of countries) {
      expect(href).toBe(`/api/rules/${code}`)
      expect(readable(code).code).toBe(code)
    }
  })
})

it.each([...countryCodes, 'CR'])('Rules as data: a country: %s comes through its schema whole', (code) => {
  expect(readable(code)).toEqual(JSON.parse(JSON.stringify(buildCountryRules(code, english))))
})

it.each(['XX', 'br', '', 'constructor'])('Rules as data: a country: “%s” has none', (code) => {
  expect(buildCountryRules(code, english)).toBeUndefined()
})

it.each(countryCodes.map((code) => [code]))(
  'Rules as data: a country: %s offers its own currency first, then US dollars',
  (code) => {
    const { currency, currencies } = readable(code)
    expect(currencies).toEqual(currency === 'USD' ? ['USD'] : [currency, 'USD'])
  },
)

it('Rules as data: a country: Costa Rica has an identity check and nothing to pay', () => {
  expect(readable('CR')).toEqual({
    code: 'CR',
    name: 'Costa Rica',
    currencies: [],
    methods: [],
    identityValidation: {
      documents: [
        {
          code: 'CI',
          label: 'Cédula de identidad',
          number: {
            label: 'Cédula de identidad',
            shape: 'digits only',
            pattern: '^(?:[0-9]+)$',
            example: '1-1234-0567',
          },
        },
      ],
    },
    requestSchema: null,
  })
})

it('Rules as data: a country: Chile shows both codes of each account type', () => {
  expect(readable('CL').bankValidation).toEqual({
    documents: [{ code: 'RUT', label: 'RUT', payoutCode: 'cl_rut' }],
    bank: 'required',
    accountTypes: [
      { kind: 'savings', payoutCode: '0002', validationCode: '0001' },
      { kind: 'current', payoutCode: '0001', validationCode: '0002' },
      { kind: 'rut', payoutCode: '0004', validationCode: '0004' },
    ],
    noAccountTypeFor: [],
  })
})

it('Rules as data: a country: Mexico marks the fourteen banks that only an API request can use', () => {
  const bank = readable('MX').methods[0]?.fields.find(({ name }) => name === 'bankName')
  expect(bank?.apiOnly).toHaveLength(14)
  expect(bank?.banks).toHaveLength(96)
})

it('Rules as data: a country: Argentina says which fields take a hyphen, and why', () => {
  const hyphens = readable('AR').methods[0]?.fields.filter(({ use }) => use === 'hyphen')
  expect(hyphens?.map(({ name }) => name)).toEqual(['bankName', 'payoutAccountTypeCode'])
  expect(hyphens?.every(({ why }) => why !== undefined && why !== '')).toBe(true)
})

it('Rules as data: a country: Peru describes each bank’s number by words, pattern and example', () => {
  const own = readable('PE').methods.find(({ id }) => id === 'bank')
  const numbers = own?.fields.find(({ name }) => name === 'accountNumber')?.numbers
  expect(numbers?.map(({ shape, when }) => `${when?.bankName ?? 'other'}: ${shape}`)).toEqual([
    '0001: 13 digits',
    '0002: 18 or 20 digits',
    '0003: 14 digits',
    '0003: 13 digits',
    '0004: 10 digits',
    'other: 20 digits',
  ])
  for (const { pattern } of numbers ?? []) expect(pattern).toMatch(/^\^.*\$$/)
})
