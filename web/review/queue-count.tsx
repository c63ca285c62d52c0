import type { Payout } from '#shared/api/payout.ts'
import { useOverview } from '../api/use-overview.ts'
import { t } from '../language/translate.ts'
import type { Pages } from '../ui/data-list.tsx'
import styles from './review.module.css'

export interface QueueCountProps {
  readonly queue: Pages<Payout>
  readonly place: number
}

/** How many wait, and which of them this one is. The server counts what is not loaded yet. */
export function QueueCount({ queue: { rows, hasMore }, place }: QueueCountProps) {
  const counted = useOverview().data?.toReview
  const count = hasMore ? counted && Math.max(counted, rows.length) : rows.length
  return <p className={styles.count}>{count !== undefined && countWords(count, place)}</p>
}

function countWords(count: number, place: number): string {
  return place < 0 ? t('review.queue.count', { count }) : t('review.queue.place', { place: place + 1, count })
}
