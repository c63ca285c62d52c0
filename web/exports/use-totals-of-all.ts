import { useQuery } from '@tanstack/react-query'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import type { Total } from '#shared/payout/totals.ts'
import { postJson } from '../api/api.ts'

/** What all approved payouts add up to, asked for where not all of them are shown. */
export function useTotalsOfAll(hasMore: boolean): readonly Total[] | undefined {
  const { data } = useQuery({
    queryKey: ['payouts', 'approved', 'totals'],
    queryFn: ({ signal }) =>
      postJson('/api/payout-searches', { state: 'approved', limit: 1, totals: true }, payoutPageSchema, { signal }),
    enabled: hasMore,
  })
  return hasMore ? (data?.totals ?? undefined) : undefined
}
