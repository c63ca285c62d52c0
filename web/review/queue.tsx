import { memo, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { Payout } from '#shared/api/payout.ts'
import { grades } from '#shared/api/warning.ts'
import { useBankNames } from '../api/bank-names.ts'
import { useOverview } from '../api/queries.ts'
import { countryName } from '../entry/country-options.ts'
import { bankNameOf } from '../entry/entry-words.ts'
import { Amount, ShownName, shownName } from '../entry/payout-words.tsx'
import { useLanguage } from '../language/language.ts'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { addressOf } from '../screen/routes.ts'
import { Ago } from '../ui/ago.tsx'
import type { Pages } from '../ui/data-list.tsx'
import { FlaskIcon, ReturnIcon, WarningIcon } from '../ui/icons.tsx'
import { Code, Name } from '../ui/name.tsx'
import { accountWords, hasBank } from './destination.ts'
import styles from './queue.module.css'

/** What waits, a line each. */
export function Queue({ items }: { readonly items: readonly Payout[] }) {
  return (
    <ul className={styles.queue} aria-label={t('review.queue.label')}>
      {items.map((item) => (
        <li key={item.id}>
          <QueueRow item={item} />
        </li>
      ))}
    </ul>
  )
}

/** One line where there is room for one, and on a phone two. */
const QueueRow = memo(function QueueRow({ item }: { readonly item: Payout }) {
  useLanguage()
  const { country, bankName, submittedAt, comment, testMode, warnings } = item
  const names = useBankNames()
  return (
    <AppLink className={styles.item} to={addressOf.reviewPayout(item.id)}>
      <span className={styles.name} title={shownName(item)}>
        <ShownName of={item} />
      </span>
      <span className={styles.meta}>
        <span className={styles.code} title={countryName(country)}>
          <span aria-hidden>{country}</span>
          <span className="sr-only">{countryName(country)}</span>
        </span>
        <span className={styles.bank}>{hasBank(item) && <Name>{bankNameOf(country, bankName, names)}</Name>}</span>
        <span className={styles.account}>
          <Code>{accountWords(item)}</Code>
        </span>
        <span className={styles.age}>{submittedAt !== null && <Ago at={submittedAt} />}</span>
        <span className={styles.marks}>
          {comment !== null && <Mark words={t('review.queue.returnedBefore')} icon={<ReturnIcon />} />}
          {testMode && <Mark words={t('review.queue.testMode')} icon={<FlaskIcon />} />}
          {warningKinds.map(
            (kind) =>
              warnings[kind] > 0 && (
                <Mark key={kind} words={t(`payouts.marks.${kind}`, { count: warnings[kind] })} icon={<WarningIcon />} />
              ),
          )}
        </span>
      </span>
      <span className={styles.amount}>
        <Amount {...item} />
      </span>
    </AppLink>
  )
})

const warningKinds = [...grades, 'unconfirmed'] as const

/** A sign for what a line has no room to say in words. */
function Mark({ words, icon }: { readonly words: string; readonly icon: ReactNode }) {
  return (
    <span title={words}>
      {icon}
      <span className="sr-only">{words}</span>
    </span>
  )
}

/** For the box that the queue scrolls in: the payout that is looked at stays in sight. */
export function useCurrentInSight(currentId: string | undefined, isHere: boolean): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  // What is in sight of a list that scrolls is known to the browser alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list scrolls along with the current payout
  useEffect(() => {
    if (isHere && list.current !== null) keepCurrentInSight(list.current)
  }, [currentId, isHere])
  return list
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
