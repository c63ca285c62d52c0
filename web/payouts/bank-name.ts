import { bankLabel } from '#shared/banks/bank-search.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { bankRulesOf } from '#shared/rule-book/bank-code.ts'
import { isCountryCode } from '#shared/rule-book/country-codes.ts'

/** A bank as lists write it: its name and code, or the code alone. */
export function bankNameOf(country: string, code: string): string {
  const banks = isCountryCode(country) ? bankRulesOf(ruleBook[country]).flatMap((rule) => rule.banks) : []
  const bank = banks.find((found) => found.code === code)
  return bank === undefined ? code : bankLabel(bank)
}
