import { memo, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Link, useSearch } from 'wouter'
import type { Payout } from '#shared/api/payout.ts'
import { grades } from '#shared/api/warning-codes.ts'
import type { BankNames } from '#shared/banks/bank-names.ts'
import { useBankNames } from '../api/bank-names.ts'
import { bankNameOf, hasBank } from '../entry/bank-words.ts'
import { countryNameByCode } from '../entry/country-options.ts'
import { Amount, ShownName, shownName } from '../entry/payout-words.tsx'
import { gradeTones } from '../entry/warning-marks.tsx'
import { useLanguage } from '../language/language.ts'
import { t } from '../language/translate.ts'
import { approvalsWords, shortly } from '../payouts/approvals-way.tsx'
import { addressOf } from '../screen/routes.ts'
import { Ago } from '../ui/ago.tsx'
import { classNames } from '../ui/class-names.ts'
import { QuestionIcon, ReturnIcon } from '../ui/icons.tsx'
import { Code, Name } from '../ui/name.tsx'
import { type Tone, ToneIcon, toneClass } from '../ui/tone.tsx'
import { accountWords } from './destination.ts'
import styles from './queue.module.css'

export interface QueueProps {
  readonly items: readonly Payout[]
  readonly currentId: string | undefined
}

/** The payouts that wait, one line each. */
export function Queue({ items, currentId }: QueueProps) {
  const filters = useSearch()
  // Fetched once for all lines.
  const names = useBankNames()
  return (
    <ul className={styles.queue} aria-label={t('review.queue.label')}>
      {items.map((item) => (
        <li key={item.id}>
          <QueueRow item={item} names={names} filters={filters} isCurrent={item.id === currentId} />
        </li>
      ))}
    </ul>
  )
}

interface QueueRowProps {
  readonly item: Payout
  readonly names: BankNames
  /** The filters in the address: they stay from one payout to the next. */
  readonly filters: string
  readonly isCurrent: boolean
}

/** One line where there is room for one, and on a phone two. */
const QueueRow = memo(function QueueRow({ item, names, filters, isCurrent }: QueueRowProps) {
  useLanguage()
  const { country, bankName, submittedAt, comment, testMode, warnings } = item
  const ways = approvalsWords(item)
  return (
    <Link
      className={styles.item}
      href={withFilters(addressOf.reviewPayout(item.id), filters)}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={() => window.scrollTo(0, 0)}
    >
      <span className={styles.name} title={shownName(item)}>
        <ShownName of={item} />
      </span>
      <span className={styles.meta}>
        <span className={styles.code} title={countryNameByCode(country)}>
          <span aria-hidden>{country}</span>
          <span className="sr-only">{countryNameByCode(country)}</span>
        </span>
        <span className={styles.bank}>{hasBank(item) && <Name>{bankNameOf(country, bankName, names)}</Name>}</span>
        <span className={styles.account}>
          <Code>{accountWords(item)}</Code>
        </span>
        <span className={styles.age}>{submittedAt !== null && <Ago at={submittedAt} />}</span>
        <span className={styles.marks}>
          {ways !== undefined && <Mark words={ways} tone="neutral" icon={<span aria-hidden>{shortly(item)}</span>} />}
          {comment !== null && <Mark words={t('review.queue.returnedBefore')} tone="neutral" icon={<ReturnIcon />} />}
          {testMode && <Mark words={t('review.queue.testMode')} tone="sandbox" />}
          {warningKinds.map(
            (kind) =>
              warnings[kind] > 0 && (
                <Mark
                  key={kind}
                  words={t(`payouts.marks.${kind}`, { count: warnings[kind] })}
                  tone={kind === 'unconfirmed' ? 'warning' : gradeTones[kind]}
                  icon={kind === 'unconfirmed' ? <QuestionIcon /> : undefined}
                />
              ),
          )}
        </span>
      </span>
      <span className={styles.amount}>
        <Amount {...item} />
      </span>
    </Link>
  )
})

const warningKinds = [...grades, 'unconfirmed'] as const

/** The address of another payout in the review, with the same filters. */
export function withFilters(address: string, filters: string): string {
  return filters === '' ? address : `${address}?${filters}`
}

interface QueueMarkProps {
  readonly words: string
  readonly tone: Tone
  /** The icon of the tone by default. */
  readonly icon?: ReactNode
}

/** An icon for what a line has no room to put in words. */
function Mark({ words, tone, icon = <ToneIcon tone={tone} /> }: QueueMarkProps) {
  return (
    <span title={words} className={classNames(styles.mark, toneClass(tone))}>
      {icon}
      <span className="sr-only">{words}</span>
    </span>
  )
}

/** For the box that the queue scrolls in: keeps the current payout in sight. */
export function useCurrentInSight(currentId: string | undefined, isHere: boolean): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  // What is in sight of a list that scrolls is known to the browser alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list scrolls along with the current payout
  useEffect(() => {
    if (isHere && list.current !== null) keepCurrentInSight(list.current)
  }, [currentId, isHere])
  return list
}

/** Scrolls only the list: the paper next to it does not move. */
function keepCurrentInSight(list: HTMLElement): void {
  const current = list.querySelector('[aria-current]')?.getBoundingClientRect()
  if (current === undefined) return
  const { top, bottom } = list.getBoundingClientRect()
  if (current.top < top) list.scrollTop -= top - current.top
  if (current.bottom > bottom) list.scrollTop += current.bottom - bottom
}

/** How many wait, and the position of this one. */
export function positionWords(count: number | undefined, place: number): string {
  if (count === undefined) return ''
  return place < 0 ? t('review.queue.count', { count }) : t('review.queue.place', { place: place + 1, count })
}
