import { bankLabel } from '#shared/banks/bank.ts'
import { type BankNames, bankNameIn } from '#shared/banks/bank-names.ts'
import { isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import { bankRulesOf } from '#shared/rule-book/bank-code.ts'

/** Whether a bank is named; a hyphen means none. */
export function hasBank({ bankName }: { readonly bankName: string }): boolean {
  return bankName !== '' && bankName !== '-'
}

/** A bank as lists write it: its name and code, or the code alone. */
export function bankNameOf(country: string, code: string, names: BankNames): string {
  const banks = isCountryCode(country) ? bankRulesOf(ruleBook[country]).flatMap((rule) => rule.banks) : []
  return bankLabel({ code, name: bankNameIn(country, code, banks, names) })
}
