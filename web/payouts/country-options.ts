import { ruleBook } from '#shared/countries/rule-book.ts'
import { countryCodes } from '#shared/rule-book/country-codes.ts'
import type { SelectOption } from '../ui/select-field.tsx'

/** The countries that can be paid, by region, each with its currency. */
export const countryOptions: readonly SelectOption[] = countryCodes.map((code) => {
  const { name, currency, region } = ruleBook[code]
  return { value: code, label: `${name} · ${currency}`, group: region }
})
