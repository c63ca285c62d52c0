import { type Issue, issueOn } from '#shared/api/issue.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import type { SamePayouts } from '../entry/same-payout-rows.ts'
import type { EntryWithReading } from '../entry/written-entry.ts'
import { destinationTerms } from '../search/search-terms.ts'
import type { Reader } from '../store/store.ts'

const weekMs = 7 * 24 * 60 * 60 * 1000

type ComparedPayout = Pick<PayoutRow, 'id' | 'created_at'> | undefined

/** The same money to the same place within seven days, in whatever state, but for a refused payout that this one replaces. */
export function duplicateWarnings(
  reader: Reader,
  same: SamePayouts,
  written: EntryWithReading,
  { payout, replacedId }: { readonly payout: ComparedPayout; readonly replacedId?: string | null | undefined },
): readonly Issue[] {
  const repetition = repetitionOf(reader, written, payout)
  const except = { ...(payout && { id: payout.id }), ...(replacedId !== undefined && { replacedId }) }
  const found = repetition === undefined ? [] : same.of(repetition, except)
  return found.map(({ id, created_at }) => issueOn('amount', 'duplicate_payout', { payoutId: id, at: created_at }))
}

/** By what its likes are found; undefined while it has no amount. */
export function repetitionOf(
  { encryption, now }: Reader,
  { entry: { amount, currencyCode }, reading: { request } }: EntryWithReading,
  payout: ComparedPayout,
) {
  if (request.amount === undefined) return undefined
  const enteredAt = payout === undefined ? now() : new Date(payout.created_at)
  const since = new Date(enteredAt.getTime() - weekMs).toISOString()
  return { destinations: destinationTerms(encryption, request), amount, currencyCode, since }
}
