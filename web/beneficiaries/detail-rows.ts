import { methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { fieldOf, isRequestField, type TextField, textFields } from '#shared/payout/fields.ts'
import { givenOf } from '#shared/payout/form-entry.ts'
import { formOrder } from '#shared/payout/form-fields.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { isCountryCode } from '#shared/rule-book/country-codes.ts'
import { fieldLabel } from '#shared/rule-book/field-label.ts'
import { fieldUses } from '#shared/rule-book/field-uses.ts'
import { say } from '../language/rule-words.ts'
import { t } from '../language/translate.ts'
import { meaningWords } from '../payouts/meaning-words.ts'

/** What an entry tells in a text. */
export type EntryName = 'method' | TextField

/** Details as a person reads them, one row a field. */
export interface DetailRow {
  readonly name: EntryName
  readonly label: string
  readonly value: string
  /** What a code stands for. */
  readonly meaning: string | undefined
}

/** The filled fields of a beneficiary in the order of the form. The values may be masked. */
export function detailRows(entry: Entry): readonly DetailRow[] {
  return beneficiaryNames(entry).flatMap((name) => {
    const value = entry[name]
    return value === '' ? [] : [{ name, label: entryLabel(entry, name), value, meaning: meaning(entry, name, value) }]
  })
}

/** Every text of an entry: first of whom it pays, then of the payment, as the form of its country orders them. */
export function entryNames(entry: Entry): readonly EntryName[] {
  return [...beneficiaryNames(entry), ...inFormOrder(entry, 'payment')]
}

/** Those that tell who is paid and where. */
export function beneficiaryNames(entry: Entry): readonly EntryName[] {
  const others = inFormOrder(entry, 'beneficiary').filter((name) => name !== 'country')
  return ['country', 'method', ...others]
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
  if (!isRequestField(name)) return t(`beneficiaries.detail.${name}`)
  const country = countryOf(entry)
  if (country === undefined) return say(fieldLabel(name))
  const use = fieldUses(country, methodIn(country, entry.method))[name]
  return say(fieldLabel(name, use.use === 'asked' ? use.rule : undefined, givenOf(country, entry)))
}

/** What a value stands for in words; undefined where it speaks for itself. */
export function meaning(entry: Entry, name: EntryName, value: string): string | undefined {
  const country = countryOf(entry)
  if (country === undefined) return undefined
  if (name === 'method') return say(country.methods.find(({ id }) => id === value)?.label ?? '')
  return isRequestField(name) ? meaningWords(country, methodIn(country, entry.method), name, value) : undefined
}

function countryOf({ country }: Entry): Country | undefined {
  return isCountryCode(country) ? ruleBook[country] : undefined
}
