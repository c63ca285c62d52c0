import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../language/translate.ts'
import { Button } from './button.tsx'
import styles from './data-list.module.css'
import { type DataColumn, DataTable, type Sorting } from './data-table.tsx'
import { useAnnounce } from './live-region.tsx'
import { Callout } from './tone.tsx'

/** A list that comes page by page. */
export interface Pages<Row> {
  readonly state: 'loading' | 'failed' | 'ready'
  readonly rows: readonly Row[]
  /** Why it could not be had, or no more of it. */
  readonly failure: string | undefined
  /** What to tell beside the search that was refused. */
  readonly refusal: string | undefined
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  /** What is shown answers an older question; the new answer is on its way. */
  readonly isOld: boolean
  readonly more: () => void
  readonly again: () => void
}

export interface DataListProps<Row> {
  readonly label: string
  readonly columns: readonly DataColumn<Row>[]
  readonly pages: Pages<Row>
  readonly rowKey: (row: Row) => string
  readonly href?: ((row: Row) => string) | undefined
  /** So many rows, in words: "1 payout", "1,200 payouts". */
  readonly countWords: (count: number) => string
  /** One sentence and the action that fills it. */
  readonly empty: ReactNode
  readonly sorting?: Sorting | undefined
  /** What all of the list comes to, at the bottom of the window. */
  readonly totals?: ReactNode
}

/** A list with its states: the shape of rows while it loads, what is safe when it fails, how to fill it when it is empty, and more. */
export function DataList<Row extends object>({
  label,
  columns,
  pages,
  rowKey,
  href,
  countWords,
  empty,
  sorting,
  totals,
}: DataListProps<Row>) {
  const { state, rows, isOld } = pages
  useCountSpoken(pages, countWords)
  if (state === 'failed' && rows.length === 0) return <Failed pages={pages} />
  if (state === 'ready' && rows.length === 0) return <div className={styles.empty}>{empty}</div>
  return (
    <div className={isOld ? styles.old : undefined} aria-busy={state === 'loading' || isOld}>
      {state === 'loading' && <span className="sr-only">{t('ui.list.loading')}</span>}
      <DataTable
        label={label}
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        href={href}
        sorting={sorting}
        skeletons={state === 'loading' ? 8 : 0}
      />
      {state !== 'loading' && (pages.hasMore || totals === undefined) && <End pages={pages} countWords={countWords} />}
      {totals}
    </div>
  )
}

function Failed<Row>({ pages }: { readonly pages: Pages<Row> }) {
  return (
    <Callout
      tone="error"
      title={t('ui.list.failed', { reason: pages.failure ?? '' })}
      action={<Button onClick={() => pages.again()}>{t('ui.list.again')}</Button>}
    >
      <p>{t('ui.list.nothingChanged')}</p>
    </Callout>
  )
}

interface EndProps<Row> {
  readonly pages: Pages<Row>
  readonly countWords: DataListProps<Row>['countWords']
}

/** How much is shown, and more: by itself near the end, by the button where that does not happen. */
function End<Row>({ pages, countWords }: EndProps<Row>) {
  const { rows, hasMore, isLoadingMore, failure, more } = pages
  const sentinel = useRef<HTMLDivElement>(null)
  const shown = rows.length
  // Being near the end of the page is known to the browser alone. It tells of changes: after each page it is asked again, or an end that
  // stayed in sight would never be told of again.
  useEffect(() => {
    if (sentinel.current === null || shown === 0 || !hasMore || isLoadingMore || failure !== undefined) return
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting === true && more(), {
      rootMargin: '800px',
    })
    observer.observe(sentinel.current)
    return () => observer.disconnect()
  }, [shown, hasMore, isLoadingMore, failure, more])
  return (
    <div className={styles.end} ref={sentinel}>
      <p>{shownWords(pages, countWords)}</p>
      {failure !== undefined && <p className={styles.failure}>{t('ui.list.noMore', { reason: failure })}</p>}
      {hasMore && (
        <Button small busy={isLoadingMore} onClick={more}>
          {t(failure === undefined ? 'ui.list.more' : 'ui.list.again')}
        </Button>
      )}
    </div>
  )
}

function shownWords<Row>({ rows, hasMore }: Pages<Row>, countWords: DataListProps<Row>['countWords']): string {
  const counted = countWords(rows.length)
  return hasMore ? t('ui.list.shownAndMore', { counted }) : counted
}

/** A list that has changed below the search is silent for a screen reader. */
function useCountSpoken<Row>(pages: Pages<Row>, countWords: DataListProps<Row>['countWords']): void {
  const announce = useAnnounce()
  const words = pages.state === 'ready' && !pages.isOld ? shownWords(pages, countWords) : ''
  useEffect(() => {
    if (words !== '') announce(words)
  }, [words, announce])
}
