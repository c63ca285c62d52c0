import { generalCountry } from '#shared/rule-book/general-country.ts'

/** Rwanda. Interface, part C, "Country and currency codes"; no rules of its own are documented. */
export const rwanda = generalCountry({
  code: 'RW',
  currency: 'RWF',
  decimals: 0,
  phonePrefix: '250',
  phoneDigits: [9, 9],
})
