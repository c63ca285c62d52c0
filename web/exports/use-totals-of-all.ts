import { useQuery } from '@tanstack/react-query'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import type { Total } from '#shared/payout/totals.ts'
import { postJson } from '../api/api.ts'

/** The sums of all approved payouts, of a batch or of all, fetched where not all of them are shown. */
export function useTotalsOfAll(hasMore: boolean, batchId: string | undefined): readonly Total[] | undefined {
  const search = { state: 'approved', limit: 1, totals: true, ...(batchId !== undefined && { batchId }) }
  const { data } = useQuery({
    queryKey: ['payouts', 'approved', 'totals', search],
    queryFn: ({ signal }) => postJson('/api/payout-searches', search, payoutPageSchema, { signal }),
    enabled: hasMore,
  })
  return hasMore ? (data?.totals ?? undefined) : undefined
}
