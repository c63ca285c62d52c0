import { generalCountry } from '#shared/rule-book/general-country.ts'

/** Uganda. Interface, part C, "Country and currency codes"; no rules of its own are documented. */
export const uganda = generalCountry({
  code: 'UG',
  currency: 'UGX',
  decimals: 0,
  phonePrefix: '256',
  phoneDigits: [9, 9],
})
