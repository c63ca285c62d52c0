import { generalCountry } from '#shared/rule-book/general-country.ts'

/** Nigeria. Interface, part C, "Country and currency codes"; no rules of its own are documented. */
export const nigeria = generalCountry('NG', 'NGN')
