import { memo, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { BankNames } from '#shared/banks/bank-names.ts'
import { useBankNames } from '../api/bank-names.ts'
import { bankNameOf, hasBank } from '../entry/bank-words.ts'
import { countryNameByCode } from '../entry/country-options.ts'
import { Amount, ShownName, shownName } from '../entry/payout-words.tsx'
import { useLanguage } from '../language/language.ts'
import { t } from '../language/translate.ts'
import { ListFailure } from '../screen/loading.tsx'
import { Ago } from '../ui/ago.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import type { Pages } from '../ui/data-list.tsx'
import { Code, Name } from '../ui/name.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { accountWords } from './destination.ts'
import styles from './review-list.module.css'
import { type ReviewItem, ReviewMarks } from './review-marks.tsx'

interface Asides {
  readonly aside: ReadonlySet<string>
  readonly setAside: (id: string, isAside: boolean) => void
}

/** A row that is not loaded yet. */
interface RowToCome {
  readonly id: string
  readonly isToCome: true
}

export interface ReviewListProps {
  readonly pages: Pages<ReviewItem | RowToCome>
  readonly currentId?: string | undefined
  /** The address of a payout; left out, none can be opened. */
  readonly hrefOf?: (id: string) => string
  /** What is set aside of a list that is loaded whole, to be approved at once. */
  readonly choice?: Asides | undefined
  readonly isInDialog?: boolean
  /** Of a list that is filtered. */
  readonly onShowAll?: (() => void) | undefined
  /** Called with the rows in sight that are to come. */
  readonly onSee?: (ids: readonly string[]) => void
}

/** The height of a row of a list that is loaded whole: 3.25 rem, as in the style sheet. */
const rowPx = 3.25 * (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16)

/** Rows rendered above and below those in sight, so that fast scrolling shows no gap. */
const spare = 8

/** Payouts in review, of the queue or of a batch. Of a list that is loaded whole, which can be thousands, only those in sight are rendered. */
export function ReviewList({ pages, currentId, hrefOf, choice, isInDialog, onShowAll, onSee }: ReviewListProps) {
  const { state, rows, hasMore, isLoadingMore, more, isOld } = pages
  const box = useRef<HTMLDivElement>(null)
  const isWhole = choice !== undefined
  const { first, last, look } = useWindow(box, rows.length)
  const [from, to] = isWhole ? [first, last] : [0, rows.length]
  const place = rows.findIndex(({ id }) => id === currentId)
  useEffect(() => {
    if (place >= 0 && box.current !== null) keepInSight(box.current, place)
    look()
  }, [place, look])
  const shown = rows.slice(from, to)
  const toCome = shown.flatMap((row) => ('isToCome' in row ? row.id : []))
  const seen = toCome.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same rows are asked for once
  useEffect(() => {
    if (toCome.length > 0) onSee?.(toCome)
  }, [seen, onSee])
  // Fetched once for all rows.
  const names = useBankNames()
  if (state === 'loading') return <Skeleton lines={8} label={t('review.queue.loading')} />
  if (state === 'failed') return <ListFailure what="queue" pages={pages} />
  const kind = classNames(styles.box, isWhole && styles.whole, isInDialog && styles.inDialog, isOld && styles.old)
  return (
    <div className={kind} ref={box} onScroll={look} aria-busy={isOld}>
      {rows.length > 0 && (
        <ul
          className={styles.list}
          style={isWhole ? { blockSize: rows.length * rowPx, paddingBlockStart: from * rowPx } : undefined}
          aria-label={t('review.queue.label')}
        >
          {shown.map((item, i) => (
            <li key={item.id} aria-setsize={hasMore ? -1 : rows.length} aria-posinset={from + i + 1}>
              <Row
                item={item}
                names={names}
                href={hrefOf?.(item.id)}
                isCurrent={item.id === currentId}
                choice={choice}
              />
            </li>
          ))}
        </ul>
      )}
      {rows.length === 0 && onShowAll && (
        <>
          <p className={styles.none}>{t('review.filter.none')}</p>
          <Button small onClick={onShowAll}>
            {t('payouts.list.showAll')}
          </Button>
        </>
      )}
      {hasMore && (
        <Button kind="link" busy={isLoadingMore} onClick={more}>
          {t('review.queue.more')}
        </Button>
      )}
    </div>
  )
}

function useWindow(box: { readonly current: HTMLDivElement | null }, count: number) {
  const [seen, setSeen] = useState({ first: 0, last: 2 * spare + 20 })
  const [look] = useState(() => () => {
    if (box.current === null) return
    const { scrollTop, clientHeight } = box.current
    const first = Math.max(0, Math.floor(scrollTop / rowPx) - spare)
    const last = Math.ceil((scrollTop + clientHeight) / rowPx) + spare
    setSeen((known) => (known.first === first && known.last === last ? known : { first, last }))
  })
  return { first: Math.min(seen.first, Math.max(0, count - 1)), last: seen.last, look }
}

/** Scrolls only the list, whose rows are equally high: the paper next to it does not move. */
function keepInSight(box: HTMLElement, place: number): void {
  const height = box.querySelector('li')?.offsetHeight ?? 0
  const [top, bottom] = [place * height, (place + 1) * height]
  if (top < box.scrollTop) box.scrollTop = top
  if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight
}

interface RowProps extends Pick<ReviewListProps, 'choice'> {
  readonly item: ReviewItem | RowToCome
  readonly names: BankNames
  readonly href: string | undefined
  readonly isCurrent: boolean
}

const Row = memo(function Row({ item, names, href, isCurrent, choice }: RowProps) {
  useLanguage()
  const isAside = choice?.aside.has(item.id) === true
  const isToCome = 'isToCome' in item
  const line = isToCome ? (
    <span className={styles.meta}>{t('review.queue.loading')}</span>
  ) : (
    <Line item={item} names={names} />
  )
  const look = classNames(styles.item, isAside && styles.aside)
  return (
    <>
      {href === undefined && <div className={look}>{line}</div>}
      {href !== undefined && (
        <Link
          className={look}
          href={href}
          aria-current={isCurrent ? 'page' : undefined}
          onClick={() => window.scrollTo(0, 0)}
        >
          {line}
        </Link>
      )}
      {choice !== undefined && !isToCome && (
        <Button
          small
          kind="link"
          label={`${t(isAside ? 'review.batch.takeBack' : 'review.batch.setAside')}: ${shownName(item)}`}
          onClick={() => choice.setAside(item.id, !isAside)}
        >
          {t(isAside ? 'review.batch.takeBack' : 'review.batch.setAside')}
        </Button>
      )}
    </>
  )
})

/** Two lines: who and how much, then where to and what is to be known of it. */
function Line({ item, names }: { readonly item: ReviewItem; readonly names: BankNames }) {
  const { country, bankName } = item
  return (
    <>
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
        {'submittedAt' in item && (
          <span className={styles.age}>{item.submittedAt !== null && <Ago at={item.submittedAt} />}</span>
        )}
        <span className={styles.marks}>
          <ReviewMarks of={item} />
        </span>
      </span>
      <span className={styles.amount}>
        <Amount {...item} />
      </span>
    </>
  )
}
