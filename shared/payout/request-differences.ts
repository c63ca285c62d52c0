import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { type FieldTable, payoutFields, sentIn } from '#shared/payout/fields.ts'
import { decimalTextOf } from './amount.ts'

export interface RequestDifference {
  readonly field: string
  readonly before: string | null
  readonly now: string | null
}

/** The fields in which two requests differ, in the interface's order. */
export function requestDifferences(
  before: PayoutRequest,
  now: PayoutRequest,
  fields: FieldTable = payoutFields,
): readonly RequestDifference[] {
  return sentIn(fields)
    .map((field) => ({ field, before: valueText(before[field]), now: valueText(now[field]) }))
    .filter((difference) => difference.before !== difference.now)
}

function valueText(value: PayoutRequest[string] | undefined): string | null {
  if (value === undefined) return null
  return typeof value === 'number' ? decimalTextOf(value) : String(value)
}
