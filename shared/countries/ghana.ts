import { generalCountry } from '#shared/rule-book/general-country.ts'

/** Ghana. Interface, part C, "Country and currency codes"; no rules of its own are documented. */
export const ghana = generalCountry({
  code: 'GH',
  currency: 'GHS',
  decimals: 2,
  phonePrefix: '233',
  phoneDigits: [9, 9],
})
