import { generalCountry } from '#shared/rule-book/general-country.ts'

/** Ivory Coast. Interface, part C, "Country and currency codes"; no rules of its own are documented. */
export const ivoryCoast = generalCountry({
  code: 'CI',
  currency: 'XOF',
  decimals: 0,
  phonePrefix: '225',
  phoneDigits: [10, 10],
  otherName: 'Ivory Coast',
})
