import { useQuery } from '@tanstack/react-query'
import { type Payout, payoutPageSchema } from '#shared/api/payout.ts'
import { postJson } from '../api/api.ts'

export interface OpenPayouts {
  readonly items: readonly Payout[]
  /** There are others beside these. */
  readonly hasMore: boolean
}

/**
 * The payouts to somebody that are in review or approved, as the server knows them now: while there are any it erases nobody. Asked again
 * whenever the person comes back to the page, as they are ended elsewhere.
 */
export function useOpenPayouts(beneficiaryId: string) {
  return useQuery({
    queryKey: ['payouts', 'open', beneficiaryId],
    queryFn: ({ signal }) => readOpen(beneficiaryId, signal),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    gcTime: 0,
  })
}

async function readOpen(beneficiaryId: string, signal: AbortSignal): Promise<OpenPayouts> {
  const search = (state: 'in_review' | 'approved') =>
    postJson('/api/payout-searches', { beneficiaryId, state }, payoutPageSchema, { signal })
  const pages = await Promise.all([search('in_review'), search('approved')])
  return {
    items: pages.flatMap(({ items }) => items),
    hasMore: pages.some(({ nextCursor }) => nextCursor !== null),
  }
}
