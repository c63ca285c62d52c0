import { type BankNames, bankIdOf } from '#shared/banks/bank-names.ts'
import { isCountryCode, methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import type { Message } from '#shared/language/message.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { fieldLabel } from '#shared/payout/field-label.ts'
import { fieldUses } from '#shared/payout/field-uses.ts'
import { type FieldName, fieldOf, isRequestField, type TextField, textFields } from '#shared/payout/fields.ts'
import { givenOf } from '#shared/payout/form-entry.ts'
import { formOrder } from '#shared/payout/form-fields.ts'
import { meaningOf } from '#shared/payout/value-meaning.ts'
import type { Country, Method } from '#shared/rule-book/country.ts'
import { t } from '../language/translate.ts'
import type { FormReading } from './reading.ts'

/** What an entry tells in a text. */
export type EntryName = 'method' | TextField

/** A field as a person reads it. */
export interface EntryRow {
  readonly name: EntryName
  readonly label: string
  readonly value: string
  /** What a code stands for. */
  readonly meaning: string | undefined
}

/** The filled fields of a beneficiary in the order of the form. The values may be masked. */
export function beneficiaryRows(entry: Entry, names: BankNames): readonly EntryRow[] {
  return beneficiaryNames(entry).flatMap((name) => {
    const value = entry[name]
    return value === '' ? [] : [{ name, label: entryLabel(entry, name), value, meaning: meaningIn(entry, name, names) }]
  })
}

/** Every text of an entry: first of whom it pays, then of the payment, as the form of its country orders them. */
export function entryNames(entry: Entry): readonly EntryName[] {
  return [...beneficiaryNames(entry), ...inFormOrder(entry, 'payment')]
}

/** Those that tell who is paid and where. */
export function beneficiaryNames(entry: Entry): readonly EntryName[] {
  return ['country', 'method', ...inFormOrder(entry, 'beneficiary').filter((name) => name !== 'country')]
}

function inFormOrder(entry: Entry, of: 'beneficiary' | 'payment'): readonly TextField[] {
  const country = countryOf(entry)
  const order: readonly string[] =
    country === undefined ? [] : formOrder(methodIn(country, entry.method)).map(([field]) => field)
  const placeOf = (name: TextField) => (order.includes(name) ? order.indexOf(name) : order.length)
  return textFields.filter((name) => fieldOf(name).of === of).toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** What the field is called in the country of the entry. */
export function entryLabel(entry: Entry, name: EntryName): string {
  if (name === 'method') return t('payouts.where.method')
  const country = countryOf(entry)
  if (country === undefined) return t(fieldLabel(name))
  return labelIn({ country, method: methodIn(country, entry.method), given: givenOf(country, entry) }, name)
}

/** The same for a form. */
export function labelIn(reading: Pick<FormReading, 'country' | 'method' | 'given'>, name: FieldName): string {
  const use = fieldUses(reading.country, reading.method)[name]
  return t(fieldLabel(name, use.use === 'asked' ? use.rule : undefined, reading.given))
}

/** What the value of a field stands for in words; undefined where it speaks for itself. */
export function meaningIn(entry: Entry, name: EntryName, names: BankNames): string | undefined {
  const country = countryOf(entry)
  if (country === undefined) return undefined
  if (name === 'method') {
    const method = country.methods.find(({ id }) => id === entry.method)
    return method && t(method.label)
  }
  if (!isRequestField(name)) return undefined
  return meaningWords({ country, method: methodIn(country, entry.method) }, name, entry[name], names)
}

/** What a code stands for. Undefined where the code is the word itself. */
export function meaningWords(
  { country, method }: { readonly country: Country; readonly method: Method },
  field: FieldName,
  value: string,
  names: BankNames,
): string | undefined {
  const ownName = field === 'bankName' ? names.get(bankIdOf(country.code, value)) : undefined
  const meaning = meaningOf(country, method, field, value) ?? ownName
  const words = meaning && meaningText(meaning)
  return words?.toLowerCase() === value ? undefined : words
}

/** In the page's language; a bank as it calls itself. */
export function meaningText(meaning: Message | string): string {
  return typeof meaning === 'string' ? meaning : t(meaning)
}

function countryOf({ country }: Entry): Country | undefined {
  return isCountryCode(country) ? ruleBook[country] : undefined
}
