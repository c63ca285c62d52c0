import { generalCountry } from '#shared/rule-book/general-country.ts'

/** Uganda. Interface, part C, "Country and currency codes"; no rules of its own are documented. */
export const uganda = generalCountry('UG', 'UGX')
