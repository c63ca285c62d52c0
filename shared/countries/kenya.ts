import { generalCountry } from '#shared/rule-book/general-country.ts'

/** Kenya. Interface, part C, "Country and currency codes"; no rules of its own are documented. */
export const kenya = generalCountry({
  code: 'KE',
  currency: 'KES',
  decimals: 2,
  phonePrefix: '254',
  phoneDigits: [9, 9],
})
