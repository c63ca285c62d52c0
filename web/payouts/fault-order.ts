import { formOrder } from '#shared/payout/form-fields.ts'
import { remarkText } from '../language/remark-words.ts'
import type { ErrorSummaryItem } from '../ui/error-summary.tsx'
import type { FormState } from './form-store.ts'

/** Every fault of the form, in the order in which its fields stand. */
export function faultsInFormOrder(state: FormState): readonly ErrorSummaryItem[] {
  return inFormOrder(state, state.reading.faults).map((fault) => ({ name: fault.field, message: remarkText(fault) }))
}

/** Remarks on fields, in the order in which the fields stand. */
export function inFormOrder<Remark extends { readonly field: string }>(
  { reading }: FormState,
  remarks: readonly Remark[],
): readonly Remark[] {
  const order: readonly string[] = formOrder(reading.method).map(([field]) => field)
  return remarks.toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field))
}
