import { type BankNames, bankIdOf } from '#shared/banks/bank-names.ts'
import { isCountryCode, methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import type { Message } from '#shared/language/message.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { fieldLabel } from '#shared/payout/field-label.ts'
import { fieldUses } from '#shared/payout/field-uses.ts'
import { type FieldName, fieldOf, isRequestField, type TextFieldName, textFields } from '#shared/payout/fields.ts'
import { givenOf } from '#shared/payout/form-entry.ts'
import { formOrder } from '#shared/payout/form-fields.ts'
import { describeValue } from '#shared/payout/value-meaning.ts'
import type { Country, Method } from '#shared/rule-book/country.ts'
import { t } from '../language/translate.ts'
import type { FormReading } from './reading.ts'

/** The fields of an entry that are texts. */
export type EntryName = 'method' | TextFieldName

/** A field in words for a person. */
export interface EntryRow {
  readonly name: EntryName
  readonly label: string
  readonly value: string
  /** The meaning of a code. */
  readonly meaning: string | undefined
}

/** The filled fields of a beneficiary in the order of the form. The values may be masked. */
export function beneficiaryRows(entry: Entry, names: BankNames): readonly EntryRow[] {
  return beneficiaryNames(entry).flatMap((name) => {
    const value = entry[name]
    return value === ''
      ? []
      : [{ name, label: entryLabel(entry, name), value, meaning: entryValueMeaning(entry, name, names) }]
  })
}

/** The text fields of an entry, in the order of its country's form: first the beneficiary, then the payment. */
export function entryNames(entry: Entry): readonly EntryName[] {
  return [...beneficiaryNames(entry), ...inFormOrder(entry, 'payment')]
}

/** The fields of the beneficiary and the destination. */
export function beneficiaryNames(entry: Entry): readonly EntryName[] {
  return ['country', 'method', ...inFormOrder(entry, 'beneficiary').filter((name) => name !== 'country')]
}

function inFormOrder(entry: Entry, of: 'beneficiary' | 'payment'): readonly TextFieldName[] {
  const country = countryOf(entry)
  const order: readonly string[] =
    country === undefined ? [] : formOrder(methodIn(country, entry.method)).map(([field]) => field)
  const placeOf = (name: TextFieldName) => (order.includes(name) ? order.indexOf(name) : order.length)
  return textFields.filter((name) => fieldOf(name).of === of).toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** The label of the field in the country of the entry. */
export function entryLabel(entry: Entry, name: EntryName): string {
  if (name === 'method') return t('payouts.where.method')
  const country = countryOf(entry)
  if (country === undefined) return t(fieldLabel(name))
  return formFieldLabel({ country, method: methodIn(country, entry.method), given: givenOf(country, entry) }, name)
}

/** The same for a form. */
export function formFieldLabel(reading: Pick<FormReading, 'country' | 'method' | 'given'>, name: FieldName): string {
  const use = fieldUses(reading.country, reading.method)[name]
  return t(fieldLabel(name, use.use === 'asked' ? use.rule : undefined, reading.given))
}

/** The meaning of a field's value in words; undefined where the value needs no explanation. */
export function entryValueMeaning(entry: Entry, name: EntryName, names: BankNames): string | undefined {
  const country = countryOf(entry)
  if (country === undefined) return undefined
  if (name === 'method') {
    const method = country.methods.find(({ id }) => id === entry.method)
    return method && t(method.label)
  }
  if (!isRequestField(name)) return undefined
  return meaningWords({ country, method: methodIn(country, entry.method) }, name, entry[name], names)
}

/** The meaning of a code; undefined where the code is itself a word. */
export function meaningWords(
  { country, method }: { readonly country: Country; readonly method: Method },
  field: FieldName,
  value: string,
  names: BankNames,
): string | undefined {
  const ownName = field === 'bankName' ? names.get(bankIdOf(country.code, value)) : undefined
  const meaning = describeValue(country, method, field, value) ?? ownName
  const words = meaning && meaningText(meaning)
  return words?.toLowerCase() === value ? undefined : words
}

/** In the page's language, except the name of a bank. */
export function meaningText(meaning: Message | string): string {
  return typeof meaning === 'string' ? meaning : t(meaning)
}

function countryOf({ country }: Entry): Country | undefined {
  return isCountryCode(country) ? ruleBook[country] : undefined
}
