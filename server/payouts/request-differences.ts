import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { decimalTextOf } from '#shared/payout/amount.ts'
import { entryFields } from '#shared/rule-book/entry-fields.ts'

interface Difference {
  readonly field: string
  readonly before: string | null
  readonly now: string | null
}

/** The fields in which two requests differ, in the interface's order. */
export function requestDifferences(before: PayoutRequest, now: PayoutRequest): readonly Difference[] {
  return entryFields
    .map((field) => ({ field, before: valueText(before[field]), now: valueText(now[field]) }))
    .filter((difference) => difference.before !== difference.now)
}

function valueText(value: PayoutRequest[string] | undefined): string | null {
  if (value === undefined) return null
  return typeof value === 'number' ? decimalTextOf(value) : String(value)
}
