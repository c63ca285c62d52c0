import { detailFields } from '#shared/api/details.ts'
import { filledIn } from '#shared/payout/filled-in.ts'
import { emptyValues, type FormValues, type TextField } from '#shared/payout/form-values.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { chosenMethod } from './chosen-method.ts'
import type { FoundField, FoundMethod } from './found.ts'

/** The form with what a person took from a message: the values, the way of paying, and what follows from them. */
export function filledForm(
  country: Country,
  before: FormValues,
  taken: readonly FoundField[],
  named: FoundMethod | undefined,
): FormValues {
  const method = chosenMethod(country, taken, named === undefined ? [] : [named])
  const values = Object.fromEntries(taken.map(({ field, value }) => [field, value] as const))
  const filled = { ...before, ...values, ...(method && { method: method.id }) }
  return { ...filled, ...filledIn(country, filled) }
}

/** What stands in the form where a value would go; undefined where nothing is lost. */
export function replacedBy(
  { field, value }: FoundField,
  country: Country,
  values: FormValues | undefined,
): string | undefined {
  const current = values?.[field] ?? ''
  return current === '' || current === value || current === emptyValues(country)[field] ? undefined : current
}

/**
 * Whether a message is about somebody else than the form: it brings another document, or, where one of the two has none,
 * another account. The same document with another account is the same person.
 */
export function isAboutSomebodyElse(fields: readonly FoundField[], values: FormValues | undefined): boolean {
  if (values === undefined) return false
  const found = identifiers.map((names) => comparison(names, fields, values))
  return found.find((outcome) => outcome !== undefined) === 'other'
}

/** The form without what it says of a person; what it says of the payout stays. */
export function withoutPerson(country: Country, values: FormValues): FormValues {
  const empty = emptyValues(country)
  return { ...values, ...Object.fromEntries(detailFields.map((field) => [field, empty[field]] as const)) }
}

/** What tells one person from another, the surest first. */
const identifiers = [['documentNumber'], ['accountNumber', 'recipientPixKey']] as const

/** Undefined where message and form do not both hold one of the fields. */
function comparison(
  names: readonly TextField[],
  fields: readonly FoundField[],
  values: FormValues,
): 'same' | 'other' | undefined {
  const pairs = fields.filter(({ field }) => names.includes(field) && values[field] !== '')
  if (pairs.length === 0) return undefined
  return pairs.some(({ field, value }) => bare(value) === bare(values[field])) ? 'same' : 'other'
}

/** As it counts, however it is written. */
function bare(value: string): string {
  return value.replace(/[^\p{L}\p{N}@]/gu, '').toLowerCase()
}
