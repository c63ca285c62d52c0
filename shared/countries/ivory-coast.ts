import { generalCountry } from '#shared/rule-book/general-country.ts'

/** Ivory Coast. Interface, part C, "Country and currency codes"; no rules of its own are documented. */
export const ivoryCoast = generalCountry('CI', 'XOF')
