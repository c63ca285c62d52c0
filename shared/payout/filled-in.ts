import { methodIn } from '#shared/countries/rule-book.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { hasShape } from '#shared/rule-book/shape.ts'
import type { Entry } from './entry.ts'
import { fieldUses, matchingNumbers } from './field-uses.ts'
import { givenOf } from './form-entry.ts'
import { cleanNumber } from './read-number.ts'
import { isTooLong } from './typed-value.ts'

export type FilledIn = Partial<Pick<Entry, 'bankName' | 'payoutAccountTypeCode'>>

/**
 * Fields that follow from an account number: its account type, and the bank that it names. Only empty ones, and those
 * that still hold what was filled in `before`: these follow the number, and are emptied where it says nothing any more.
 */
export function filledIn(country: Country, values: Entry, before: FilledIn = {}): FilledIn {
  const bankName = before.bankName !== undefined && before.bankName === values.bankName ? '' : values.bankName
  const found = fillings(country, { ...values, bankName })
  return bankName === values.bankName ? found : { bankName: '', ...found }
}

function fillings(country: Country, values: Entry): FilledIn {
  const uses = fieldUses(country, methodIn(country, values.method))
  const { accountNumber, bankName, payoutAccountTypeCode } = uses
  if (accountNumber.use !== 'asked' || accountNumber.rule.kind !== 'number' || values.accountNumber === '') return {}
  if (isTooLong(values.accountNumber)) return {}
  const candidates = matchingNumbers(accountNumber.rule.numbers, givenOf(country, values))
  const fitting = candidates.filter((rule) => hasShape(rule.shape, cleanNumber(values.accountNumber, rule).value))
  const [only, ...others] = fitting
  if (only === undefined || others.length > 0) return {}
  const bank = only.bankOf?.(cleanNumber(values.accountNumber, only).value)
  const types = only.when?.payoutAccountTypeCode ?? []
  const isTypeOpen = payoutAccountTypeCode.use === 'asked' && values.payoutAccountTypeCode === ''
  return {
    ...(bank?.code !== undefined && bankName.use === 'asked' && values.bankName === '' && { bankName: bank.code }),
    ...(isTypeOpen && types[0] !== undefined && types.length === 1 && { payoutAccountTypeCode: types[0] }),
  }
}
