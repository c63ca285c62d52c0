import { bankLabel } from '#shared/banks/bank-search.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { bankRulesOf } from '#shared/rule-book/bank-code.ts'
import { countryCodes, isCountryCode } from '#shared/rule-book/country-codes.ts'
import type { SelectOption } from '../ui/select-field.tsx'

/** The countries that can be paid, by region, each with its currency. */
export const countryOptions: readonly SelectOption[] = countryCodes.map((code) => {
  const { name, currency, region } = ruleBook[code]
  return { value: code, label: `${name} · ${currency}`, group: region }
})

/** The same as a filter of a list. */
export const countryFilters = countryCodes.map((code) => ({ value: code, label: ruleBook[code].name }))

/** A country's name; its code where it cannot be paid. */
export function countryName(code: string): string {
  return isCountryCode(code) ? ruleBook[code].name : code
}

/** A bank as lists write it: its name and code, or the code alone. */
export function bankNameOf(country: string, code: string): string {
  const banks = isCountryCode(country) ? bankRulesOf(ruleBook[country]).flatMap((rule) => rule.banks) : []
  const bank = banks.find((found) => found.code === code)
  return bank === undefined ? code : bankLabel(bank)
}
