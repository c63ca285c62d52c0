import { generalCountry } from '#shared/rule-book/general-country.ts'

/** Senegal. Interface, part C, "Country and currency codes"; no rules of its own are documented. */
export const senegal = generalCountry({
  code: 'SN',
  currency: 'XOF',
  decimals: 0,
  phonePrefix: '221',
  phoneDigits: [9, 9],
})
