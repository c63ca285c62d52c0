import { payoutPageSchema } from '#shared/api/payout.ts'
import { postJson } from '../api/api.ts'
import { usePages } from '../api/use-pages.ts'

export const queueKey = ['payouts', 'queue'] as const

/** What the person at the screen may approve, page by page. */
export function useQueue() {
  return usePages(queueKey, (cursor, signal) =>
    postJson(
      '/api/payout-searches',
      { state: 'in_review', toReview: true, ...(cursor && { cursor }) },
      payoutPageSchema,
      { signal },
    ),
  )
}
