import { formFields } from '#shared/payout/form-fields.ts'
import { methodIn } from '#shared/rule-book/rule-book.ts'
import type { ErrorSummaryItem } from '../ui/error-summary.tsx'
import type { FormState } from './form-store.ts'

/** Every fault of the form, in the order in which its fields stand. */
export function faultsInFormOrder(state: FormState | undefined): readonly ErrorSummaryItem[] {
  if (state === undefined) return []
  const { country, values, given, reading } = state
  const order: readonly string[] = formFields(country, methodIn(country, values.method), given).map(({ name }) => name)
  return reading.faults
    .toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field))
    .map(({ field, detail }) => ({ name: field, message: detail }))
}
