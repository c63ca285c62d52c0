import { generalCountry } from '#shared/rule-book/general-country.ts'

/** Cameroon. Interface, part C, "Country and currency codes"; no rules of its own are documented. */
export const cameroon = generalCountry('CM', 'XAF')
