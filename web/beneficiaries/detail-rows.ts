import { type DetailField, type Details, detailFields } from '#shared/api/details.ts'
import { methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { formOrder } from '#shared/payout/form-fields.ts'
import type { Country, Given } from '#shared/rule-book/country.ts'
import { isCountryCode } from '#shared/rule-book/country-codes.ts'
import { type EntryField, isEntryField } from '#shared/rule-book/entry-fields.ts'
import { fieldLabel } from '#shared/rule-book/field-label.ts'
import { fieldUses } from '#shared/rule-book/field-uses.ts'
import { say } from '../language/rule-words.ts'
import { t } from '../language/translate.ts'
import { meaningWords } from '../payouts/meaning-words.ts'

export type DetailName = DetailField | 'country' | 'method'

/** Details as a person reads them, one row a field. */
export interface DetailRow {
  readonly name: DetailName
  readonly label: string
  readonly value: string
  /** What a code stands for. */
  readonly meaning: string | undefined
}

/** The filled fields of details in the order of the form. The values may be masked. */
export function detailRows(details: Details): readonly DetailRow[] {
  return inFormOrder(details).flatMap((name) => {
    const value = details[name] ?? ''
    return value === ''
      ? []
      : [{ name, label: detailLabel(details, name), value, meaning: meaning(details, name, value) }]
  })
}

/** Every name that details can have, as the form of their country orders them. */
export function inFormOrder(details: Details): readonly DetailName[] {
  const country = countryOf(details)
  const order = country === undefined ? [] : formOrder(methodIn(country, details.method)).map(([field]) => field)
  const known = order.flatMap((field) => detailFields.filter((name) => name === field))
  return ['country', 'method', ...known, ...detailFields.filter((name) => !known.includes(name))]
}

/** What the field is called in the country of the details. */
export function detailLabel(details: Details, name: DetailName): string {
  if (!isEntryField(name)) return t(`beneficiaries.detail.${name}`)
  const country = countryOf(details)
  if (country === undefined) return say(fieldLabel(name))
  const use = fieldUses(country, methodIn(country, details.method))[name]
  return say(fieldLabel(name, use.use === 'asked' ? use.rule : undefined, givenOf(details)))
}

/** What a value stands for in words; undefined where it speaks for itself. */
export function meaning(details: Details, name: DetailName, value: string): string | undefined {
  const country = countryOf(details)
  if (country === undefined) return undefined
  if (name === 'method') return say(country.methods.find(({ id }) => id === value)?.label ?? '')
  return isEntryField(name) ? meaningWords(country, methodIn(country, details.method), name, value) : undefined
}

function countryOf({ country }: Details): Country | undefined {
  return isCountryCode(country) ? ruleBook[country] : undefined
}

function givenOf(details: Details): Given {
  const given = detailFields.filter(isField).flatMap((name) => {
    const value = details[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(given)
}

function isField(name: DetailField): name is DetailField & EntryField {
  return isEntryField(name)
}
