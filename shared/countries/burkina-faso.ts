import { generalCountry } from '#shared/rule-book/general-country.ts'

/** Burkina Faso. Interface, part C, "Country and currency codes"; no rules of its own are documented. */
export const burkinaFaso = generalCountry({
  code: 'BF',
  currency: 'XOF',
  decimals: 0,
  phonePrefix: '226',
  phoneDigits: [8, 8],
})
