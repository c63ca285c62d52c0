import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { Callout } from './callout.tsx'
import styles from './data-list.module.css'
import { type DataColumn, DataTable } from './data-table.tsx'
import { useAnnounce } from './live-region.tsx'

/** A list that comes page by page. */
export interface Pages<Row> {
  readonly state: 'loading' | 'failed' | 'ready'
  readonly rows: readonly Row[]
  /** Why it could not be had, or no more of it. */
  readonly failure: string | undefined
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
  /** What one row and several are called: `['payout', 'payouts']`. */
  readonly nouns: readonly [one: string, many: string]
  /** One sentence and the action that fills it. */
  readonly empty: ReactNode
}

/** A list with its states: the shape of rows while it loads, what is safe when it fails, how to fill it when it is empty, and more. */
export function DataList<Row extends object>({
  label,
  columns,
  pages,
  rowKey,
  href,
  nouns,
  empty,
}: DataListProps<Row>) {
  const { state, rows, isOld } = pages
  useCountSpoken(pages, nouns)
  if (state === 'failed' && rows.length === 0) return <Failed pages={pages} />
  if (state === 'ready' && rows.length === 0) return <div className={styles.empty}>{empty}</div>
  return (
    <div className={isOld ? styles.old : undefined} aria-busy={state === 'loading' || isOld}>
      {state === 'loading' && <span className="sr-only">Loading</span>}
      <DataTable
        label={label}
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        href={href}
        skeletons={state === 'loading' ? 8 : 0}
      />
      {state !== 'loading' && <End pages={pages} nouns={nouns} />}
    </div>
  )
}

function Failed<Row>({ pages }: { readonly pages: Pages<Row> }) {
  return (
    <Callout tone="error" title={`${pages.failure}.`} action={<Button onClick={() => pages.again()}>Try again</Button>}>
      <p>Nothing was changed: this list could not be read.</p>
    </Callout>
  )
}

interface EndProps<Row> {
  readonly pages: Pages<Row>
  readonly nouns: readonly [one: string, many: string]
}

/** How much is shown, and more: by itself near the end, by the button where that does not happen. */
function End<Row>({ pages, nouns }: EndProps<Row>) {
  const { rows, hasMore, isLoadingMore, failure, more } = pages
  const sentinel = useRef<HTMLDivElement>(null)
  const shown = rows.length
  // Being near the end of the page is known to the browser alone. It tells of changes: after each page it is asked anew, or an end that
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
      <p>{countWords(pages, nouns)}</p>
      {failure !== undefined && <p className={styles.failure}>{failure}. What is shown is still right.</p>}
      {hasMore && (
        <Button small busy={isLoadingMore} onClick={more}>
          {failure === undefined ? 'Show more' : 'Try again'}
        </Button>
      )}
    </div>
  )
}

function countWords<Row>({ rows, hasMore }: Pages<Row>, [one, many]: readonly [string, string]): string {
  const count = `${rows.length.toLocaleString('en')} ${rows.length === 1 ? one : many}`
  return hasMore ? `${count} shown, and more` : count
}

/** A list that has changed below the search is silent for a screen reader. */
function useCountSpoken<Row>(pages: Pages<Row>, nouns: readonly [string, string]): void {
  const announce = useAnnounce()
  const words = pages.state === 'ready' && !pages.isOld ? countWords(pages, nouns) : ''
  useEffect(() => {
    if (words !== '') announce(words)
  }, [words, announce])
}
