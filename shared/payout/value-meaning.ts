import { asMessage, type Message } from '#shared/language/message.ts'
import type { FieldName } from '#shared/payout/fields.ts'
import { type Country, countryName, type Method } from '#shared/rule-book/country.ts'
import { fieldUses } from './field-uses.ts'

/** What a code of the request means, in words: "Savings (ahorros)" for 0001, a bank's name; undefined for other values. */
export function describeValue(
  country: Country,
  method: Method,
  field: FieldName,
  value: string,
): Message | string | undefined {
  if (field === 'country') return countryName(country)
  const use = fieldUses(country, method)[field]
  if (use.use !== 'asked') return undefined
  if (use.rule.kind === 'bank') return use.rule.bank.banks.find(({ code }) => code === value)?.name
  if (use.rule.kind !== 'code' || field === 'currencyCode') return undefined
  const label = use.rule.choices.find(({ code }) => code === value)?.label
  return label && asMessage(label)
}
