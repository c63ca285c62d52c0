import { generalCountry } from '#shared/rule-book/general-country.ts'

/** South Africa. Interface, part C, "Country and currency codes"; no rules of its own are documented. */
export const southAfrica = generalCountry({
  code: 'ZA',
  currency: 'ZAR',
  decimals: 2,
  phonePrefix: '27',
  phoneDigits: [9, 9],
})
