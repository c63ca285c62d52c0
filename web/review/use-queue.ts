import { useIsFetching, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Payout } from '#shared/api/payout.ts'
import { type PayoutSearch, payoutPageSchema } from '#shared/api/payout-search.ts'
import { postJson } from '../api/api.ts'
import { useOverview } from '../api/queries.ts'
import { usePages } from '../api/use-pages.ts'
import { t } from '../language/translate.ts'
import { payoutQuery } from '../payouts/use-payout.ts'
import type { Pages } from '../ui/data-list.tsx'

/** The next page is fetched this many rows before the end, so that stepping through by key never waits for it. */
const ahead = 10

export interface QueuePosition {
  /** Its index in the queue; -1 while that is unknown, or where the payout does not wait for this person. */
  readonly place: number
  /** Whether it is still searched for beyond what is loaded. */
  readonly isSought: boolean
}

/** The position of a payout in the queue. More is loaded near the end, and up to a payout further back. */
export function usePlace({ rows, hasMore, failure, more }: Pages<Payout>, id: string | undefined): QueuePosition {
  const shown = useQuery({ ...payoutQuery(id ?? ''), enabled: id !== undefined })
  const isFetching = useIsFetching({ queryKey: queueKey }) > 0
  const place = rows.findIndex((row) => row.id === id)
  const isMissing = place < 0 && hasMore && id !== undefined
  const isFurtherBack = isMissing && shown.isSuccess && isToReview(shown.data.value)
  const isNearEnd = place >= 0 && place >= rows.length - ahead
  // Not during a refetch, which it would cancel.
  const wantsMore = hasMore && failure === undefined && !isFetching && (isFurtherBack || isNearEnd)
  useEffect(() => {
    if (wantsMore) more()
  }, [wantsMore, more])
  return { place, isSought: isFurtherBack || (isMissing && shown.isPending) }
}

function isToReview({ state, actions }: Payout): boolean {
  return state === 'in_review' && actions.includes('approve')
}

const queueKey = ['payouts', 'queue'] as const

/** The filters and the order of the queue. */
export type QueueFilter = Pick<
  PayoutSearch,
  'text' | 'country' | 'personId' | 'warnings' | 'canApprove' | 'samples' | 'sort'
>

/** The payouts that the signed-in person may approve, page by page. */
export function useQueue(filter: QueueFilter) {
  return usePages(queueKey, '/api/payout-searches', payoutPageSchema, { search: { ...waiting, ...filter } })
}

/** What the queue has. Those of a batch are reviewed together. */
export const waiting = { state: 'in_review', toReview: true, alone: true } as const

/** How many wait. The server counts those that are not loaded yet. */
export function useQueueCount({ rows, hasMore }: Pages<Payout>, filter: QueueFilter): number | undefined {
  const { toReview, toReviewInBatches = 0, samples = null } = useOverview().data ?? {}
  const { sort: _, ...wanted } = filter
  const { samples: isWith = true, ...part } = wanted
  const isFiltered = Object.keys(part).length > 0 || (isWith && samples !== null)
  const { data: matching } = useQuery({
    queryKey: ['payouts', 'queue-count', wanted],
    async queryFn({ signal }) {
      const search = { ...waiting, ...wanted, totals: true, limit: 1 }
      return (await postJson('/api/payout-searches', search, payoutPageSchema, { signal })).totals
    },
    enabled: hasMore && isFiltered,
  })
  if (!hasMore) return rows.length
  const counted = isFiltered
    ? matching?.reduce((sum, { count }) => sum + count, 0)
    : toReview && toReview - toReviewInBatches
  return counted && Math.max(counted, rows.length)
}

/** How many wait, and the position of this one. */
export function positionWords(count: number | undefined, place: number): string {
  if (count === undefined) return ''
  return place < 0 ? t('review.queue.count', { count }) : t('review.queue.place', { place: place + 1, count })
}

/** An address in the review, with the filters. */
export function withFilters(address: string, filters: string): string {
  return filters === '' ? address : `${address}?${filters}`
}
