import { generalCountry } from '#shared/rule-book/general-country.ts'

/** Nigeria. Interface, part C, "Country and currency codes"; no rules of its own are documented. */
export const nigeria = generalCountry({
  code: 'NG',
  currency: 'NGN',
  decimals: 2,
  phonePrefix: '234',
  phoneDigits: [8, 10],
})
