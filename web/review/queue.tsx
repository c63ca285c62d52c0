import { useEffect, useRef } from 'react'
import type { Payout } from '#shared/api/payout.ts'
import { useOverview } from '../api/queries.ts'
import { countryName } from '../entry/country-options.ts'
import { Amount, ShownName } from '../entry/payout-words.tsx'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { addressOf } from '../screen/routes.ts'
import { Ago } from '../ui/ago.tsx'
import type { Pages } from '../ui/data-list.tsx'
import styles from './review.module.css'

export interface QueueProps {
  readonly items: readonly Payout[]
  readonly currentId: string | undefined
}

/** What waits, a line each; the one that is looked at stays in sight. */
export function Queue({ items, currentId }: QueueProps) {
  const list = useRef<HTMLUListElement>(null)
  const isHere = items.some(({ id }) => id === currentId)
  // What is in sight of a list that scrolls is known to the browser alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list scrolls along with the current payout
  useEffect(() => {
    if (isHere && list.current !== null) keepCurrentInSight(list.current)
  }, [currentId, isHere])
  return (
    <ul className={styles.queue} aria-label={t('review.queue.label')} ref={list}>
      {items.map((item) => (
        <li key={item.id}>
          <AppLink className={styles.item} to={addressOf.reviewPayout(item.id)}>
            <span className={styles.name}>
              <ShownName of={item} />
            </span>
            <span className={styles.amount}>
              <Amount {...item} />
            </span>
            <span className={styles.meta}>
              <span>{countryName(item.country)}</span>
              {item.submittedAt !== null && <Ago at={item.submittedAt} />}
              {item.warnings > 0 && <span>{t('review.queue.confirmed', { count: item.warnings })}</span>}
              {item.comment !== null && <span>{t('review.queue.returnedBefore')}</span>}
              {item.testMode && <span>{t('review.queue.testMode')}</span>}
            </span>
          </AppLink>
        </li>
      ))}
    </ul>
  )
}

/** Scrolls the list alone: the paper beside it stays where it is. */
function keepCurrentInSight(list: HTMLElement): void {
  const current = list.querySelector('[aria-current]')?.getBoundingClientRect()
  if (current === undefined) return
  const { top, bottom } = list.getBoundingClientRect()
  if (current.top < top) list.scrollTop -= top - current.top
  if (current.bottom > bottom) list.scrollTop += current.bottom - bottom
}

/** How many wait. The server counts what is not loaded yet. */
export function useQueueCount({ rows, hasMore }: Pages<Payout>): number | undefined {
  const counted = useOverview().data?.toReview
  return hasMore ? counted && Math.max(counted, rows.length) : rows.length
}

/** How many wait, and which of them this one is. */
export function positionWords(count: number | undefined, place: number): string {
  if (count === undefined) return ''
  return place < 0 ? t('review.queue.count', { count }) : t('review.queue.place', { place: place + 1, count })
}
