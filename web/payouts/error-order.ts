import { formOrder } from '#shared/payout/form-fields.ts'
import { issueText } from '../language/issue-words.ts'
import type { ErrorSummaryItem } from '../ui/error-summary.tsx'
import type { FormState } from './form-store.ts'

/** Every error of the form, in the order in which its fields stand. */
export function errorsInFormOrder(state: FormState): readonly ErrorSummaryItem[] {
  return inFormOrder(state, state.reading.errors).map((error) => ({ name: error.field, message: issueText(error) }))
}

/** Remarks on fields, in the order in which the fields stand. */
export function inFormOrder<ReceivedIssue extends { readonly field: string }>(
  { reading }: FormState,
  issues: readonly ReceivedIssue[],
): readonly ReceivedIssue[] {
  const order: readonly string[] = formOrder(reading.method).map(([field]) => field)
  return issues.toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field))
}
