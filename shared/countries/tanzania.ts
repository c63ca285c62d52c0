import { generalCountry } from '#shared/rule-book/general-country.ts'

/** Tanzania. Interface, part C, "Country and currency codes"; no rules of its own are documented. */
export const tanzania = generalCountry({
  code: 'TZ',
  currency: 'TZS',
  decimals: 2,
  phonePrefix: '255',
  phoneDigits: [9, 9],
})
