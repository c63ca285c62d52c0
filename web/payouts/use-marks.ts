import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Payout } from '#shared/api/payout.ts'
import { mostMarked, type PayoutFact, type PayoutMarks, payoutMarksSchema } from '#shared/api/payout-marks.ts'
import { postJson } from '../api/api.ts'

/** A payout with the warnings that it has now, and what is to be known of it besides. */
export interface PayoutWithFacts extends Payout {
  readonly facts: readonly PayoutFact[]
}

/** Listed payouts with what arose since they were sent: it comes a moment after them, so that no list waits for it. */
export function useMarks(payouts: readonly Payout[]): readonly PayoutWithFacts[] {
  const queryClient = useQueryClient()
  const ids = payouts.filter(({ state }) => state === 'in_review' || state === 'approved').map(({ id }) => id)
  const { data } = useQuery({
    queryKey: ['payouts', 'marks-of', ids],
    queryFn: async ({ signal }) => {
      const found: PayoutMarks[] = []
      for (let from = 0; from < ids.length; from += mostMarked) {
        // Who leaves the list may have signed out: a request after that would say that the session has ended.
        signal.throwIfAborted()
        const payoutIds = ids.slice(from, from + mostMarked)
        // The parts of a list that grew are known already.
        const { items } = await queryClient.fetchQuery({
          queryKey: ['payouts', 'marks', payoutIds],
          queryFn: () => postJson('/api/payout-marks', { payoutIds }, payoutMarksSchema, { signal }),
          staleTime: 30_000,
        })
        found.push(...items)
      }
      return new Map(found.map((marks) => [marks.payoutId, marks]))
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  return useMemo(
    () =>
      payouts.map((payout) => {
        const { warnings = payout.warnings, facts = [] } = data?.get(payout.id) ?? {}
        return { ...payout, warnings, facts }
      }),
    [payouts, data],
  )
}
