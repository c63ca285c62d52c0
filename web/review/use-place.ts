import { useIsFetching, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Payout } from '#shared/api/payout.ts'
import { payoutQuery } from '../payouts/use-payout.ts'
import type { Pages } from '../ui/data-list.tsx'
import { queueKey } from './use-queue.ts'

/** So many before the end of what is loaded, the next page is fetched: nobody who goes on by a key waits for it. */
const ahead = 10

export interface Place {
  /** Which of the queue it is, from 0; -1 while it is not known, or where the payout does not wait for this person. */
  readonly place: number
  /** It may stand further back than what is loaded so far. */
  readonly isSought: boolean
}

/** The place of a payout in the queue. The queue loads on near its end, and up to a payout that waits further back. */
export function usePlace({ rows, hasMore, failure, more }: Pages<Payout>, id: string | undefined): Place {
  const shown = useQuery({ ...payoutQuery(id ?? ''), enabled: id !== undefined })
  const isFetching = useIsFetching({ queryKey: queueKey }) > 0
  const place = rows.findIndex((row) => row.id === id)
  const isMissing = place < 0 && hasMore && id !== undefined
  const isFurtherBack = isMissing && shown.isSuccess && isToReview(shown.data.value)
  const isNearEnd = place >= 0 && place >= rows.length - ahead
  // While all is read again nothing more is asked for: it would end that.
  const wantsMore = hasMore && failure === undefined && !isFetching && (isFurtherBack || isNearEnd)
  useEffect(() => {
    if (wantsMore) more()
  }, [wantsMore, more])
  return { place, isSought: isFurtherBack || (isMissing && shown.isPending) }
}

function isToReview({ state, actions }: Payout): boolean {
  return state === 'in_review' && actions.includes('approve')
}
