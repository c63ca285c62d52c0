import { generalCountry } from '#shared/rule-book/general-country.ts'

/** Cameroon. Interface, part C, "Country and currency codes"; no rules of its own are documented. */
export const cameroon = generalCountry({
  code: 'CM',
  currency: 'XAF',
  decimals: 0,
  phonePrefix: '237',
  phoneDigits: [9, 9],
})
