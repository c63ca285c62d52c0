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
  /** Why it could not be loaded, or no more of it. */
  readonly failure: string | undefined
  /** The reason shown next to a search that was refused. */
  readonly refusal: string | undefined
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  /** The shown rows answer an earlier query; the new answer is loading. */
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
  /** The number of rows in words: "1 payout", "1,200 payouts". */
  readonly countWords: (count: number) => string
  /** One sentence and the action that fills it. */
  readonly empty: ReactNode
  readonly sorting?: Sorting | undefined
  /** The sum of the whole list, at the bottom of the window. */
  readonly totals?: ReactNode
}

/** A list with its states: a skeleton while it loads, a message when it fails, a first action when it is empty, and a button for more. */
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

/** How many rows are shown. More are loaded automatically near the end, and by the button where that does not happen. */
function End<Row>({ pages, countWords }: EndProps<Row>) {
  const { rows, hasMore, isLoadingMore, failure, more } = pages
  const sentinel = useRef<HTMLDivElement>(null)
  const shown = rows.length
  // Only the browser knows that the end of the page is near. It reports changes, so a new observer is needed after each page: an end that
  // stays in sight would not be reported again.
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
