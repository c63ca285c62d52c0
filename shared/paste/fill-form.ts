import { filledIn } from '#shared/payout/filled-in.ts'
import { emptyValues, type FormValues } from '#shared/payout/form-values.ts'
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
