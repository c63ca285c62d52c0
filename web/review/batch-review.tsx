import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BatchReviewSummary, ReviewLine } from '#shared/api/batch-review.ts'
import { totalsOf } from '#shared/payout/totals.ts'
import { invalidateAll } from '../api/queries.ts'
import { Amount } from '../entry/payout-words.tsx'
import { numberWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { useReviewKeys } from '../palette/review-keys.ts'
import { AppLink } from '../screen/app-link.tsx'
import { isOneOf, useFilter } from '../screen/list-state.ts'
import { Page } from '../screen/page.tsx'
import { addressOf, paths } from '../screen/routes.ts'
import { Actions, Button } from '../ui/button.tsx'
import { FilterChips } from '../ui/list-filters.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { useIsNarrow } from '../ui/media.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { Callout } from '../ui/tone.tsx'
import { BatchActDialog } from './batch-act-dialog.tsx'
import { CannotApprove } from './batch-cannot.tsx'
import { type BatchDivision, isShown, type LineFilter, lineFilters } from './batch-choice.ts'
import { BatchLineList } from './batch-line-list.tsx'
import { type ReviewLines, useChoice, useReviewLines } from './batch-lines.ts'
import styles from './batch-review.module.css'
import { BatchReviewTotals } from './batch-totals.tsx'
import { decidedWords, type ReviewDecision } from './decision.tsx'
import { ReviewKeysHelp } from './keys-hint.tsx'
import { LastDecision } from './outcome.tsx'
import type { Comments } from './return-form.tsx'
import review from './review.module.css'
import { ReviewPaper } from './review-paper.tsx'

/** Reviews the payouts of a batch together: those that need attention one by one, and the rest at once. */
export function BatchReviewPage({ id }: { readonly id: string }) {
  const loaded = useReviewLines({ batchId: id })
  const [decided, setDecided] = useState<readonly ReviewDecision[]>([])
  const last = decided.at(-1)
  const lines = loaded.lines.filter((line) => !decided.some((one) => one.id === line.id && line.version <= one.version))
  const { summary } = loaded
  const isEmpty = loaded.state === 'ready' && lines.length === 0
  return (
    <Page
      title={t('review.batch.title')}
      lead={<AppLink to={addressOf.batch(id)}>{t('review.batch.back')}</AppLink>}
      aside={
        last && (
          <LastDecision
            key={last.id}
            decided={last}
            onUndone={() => setDecided(decided.filter((one) => one !== last))}
          />
        )
      }
    >
      {loaded.state === 'failed' && (
        <Callout
          tone="error"
          title={t('review.batch.failed', { reason: loaded.failure ?? '' })}
          action={<Button onClick={loaded.reload}>{t('review.batch.again')}</Button>}
        />
      )}
      {summary === undefined && loaded.state === 'loading' && <Skeleton lines={8} label={t('review.queue.loading')} />}
      {isEmpty && summary?.underWay === null && <NothingLeft />}
      {summary !== undefined && (!isEmpty || summary.underWay !== null) && (
        <Reviewing
          batchId={id}
          loaded={{ ...loaded, lines }}
          summary={summary}
          onDecided={(one) => setDecided([...decided, one])}
        />
      )}
    </Page>
  )
}

function NothingLeft() {
  return (
    <Callout
      tone="success"
      title={t('review.batch.nothing')}
      action={<AppLink to={paths.exports}>{t('review.nothing.export')}</AppLink>}
    />
  )
}

interface ReviewingProps {
  readonly batchId: string
  readonly loaded: ReviewLines
  readonly summary: BatchReviewSummary
  readonly onDecided: (decided: ReviewDecision) => void
}

function Reviewing({ batchId, loaded, summary, onDecided }: ReviewingProps) {
  const { lines } = loaded
  const { choice, aside, setAside, alike, setAlike } = useChoice(lines)
  const [isAsking, setIsAsking] = useState(summary.underWay !== null)
  const [comments] = useState<Comments>(() => new Map())
  const filter = useFilter('show', isOneOf(lineFilters))
  const queryClient = useQueryClient()
  // In the address, so that a reload opens it again.
  const { value: openId, choose: open } = useFilter('payout')
  const [hasMoved, setHasMoved] = useState(false)
  const isNarrow = useIsNarrow()
  const announce = useAnnounce()
  const shown =
    filter.value === undefined ? lines : lines.filter((line) => isShown(line, filter.value ?? 'rest', aside))
  const currentId = openId ?? (isNarrow ? undefined : shown[0]?.id)
  const place = shown.findIndex(({ id }) => id === currentId)
  const go = (to: ReviewLine | undefined) => {
    if (to === undefined) return
    setHasMoved(true)
    open(to.id)
  }
  useReviewKeys({ next: () => go(shown[place + 1]), previous: () => go(shown[place - 1]) })

  function goOn(done: ReviewDecision) {
    const rest = shown.filter(({ id }) => id !== done.id)
    const next = rest[Math.min(Math.max(place, 0), rest.length - 1)]
    announce(decidedWords(done))
    onDecided(done)
    setHasMoved(true)
    open(next?.id)
  }

  return (
    <div className={styles.page}>
      <BatchReviewTotals summary={summary} />
      <FilterChips
        label={t('review.batch.filters')}
        options={chips(lines, aside)}
        value={filter.value}
        onChange={(value) => filter.choose(lineFilters.find((one) => one === value))}
      />
      <div className={review.review}>
        <div className={openId !== undefined && isNarrow ? styles.hidden : undefined}>
          <Bar choice={choice} loaded={loaded} summary={summary} onAsk={() => setIsAsking(true)} />
          {shown.length === 0 && <p className={review.quiet}>{t('review.filter.none')}</p>}
          <BatchLineList
            lines={shown}
            currentId={currentId}
            aside={aside}
            onOpen={(id) => go(lines.find((line) => line.id === id))}
            onAside={setAside}
          />
        </div>
        {currentId !== undefined && (
          <div className={review.desk}>
            {isNarrow && (
              <Button kind="link" onClick={() => open(undefined)}>
                {t('review.queue.back')}
              </Button>
            )}
            <ReviewPaper key={currentId} id={currentId} takesFocus={hasMoved} comments={comments} onDone={goOn} />
          </div>
        )}
      </div>
      <ReviewKeysHelp />
      {isAsking && (
        <BatchActDialog
          batchId={batchId}
          choice={choice}
          lines={lines}
          alike={alike}
          onAlike={setAlike}
          underWay={summary.underWay ?? undefined}
          onClose={(act) => {
            setIsAsking(false)
            if (act === undefined) return
            loaded.reload()
            void invalidateAll(queryClient)
          }}
        />
      )}
    </div>
  )
}

function chips(lines: readonly ReviewLine[], aside: ReadonlySet<string>) {
  const countOf = (filter: LineFilter) => lines.filter((line) => isShown(line, filter, aside)).length
  return lineFilters
    .map((value) => ({ value, count: countOf(value) }))
    .filter(({ count }) => count > 0)
    .map(({ value, count }) => ({ value, label: `${filterWords(value)} ${numberWords(count)}` }))
}

function filterWords(filter: LineFilter): string {
  return filter === 'rest' || filter === 'aside' ? t(`review.batch.only.${filter}`) : t(`review.batch.why.${filter}`)
}

interface BarProps {
  readonly choice: BatchDivision
  readonly loaded: ReviewLines
  readonly summary: BatchReviewSummary
  readonly onAsk: () => void
}

/** The effect of one approval, and the button that asks for it. */
function Bar({ choice, loaded, summary, onAsk }: BarProps) {
  const { toApprove, aside, toOpen, cannot } = choice
  const isWhole = loaded.state === 'ready'
  return (
    <div className={styles.bar}>
      <p role="status">
        {isWhole
          ? t('review.batch.left', { aside: aside.length, toOpen: toOpen.length, cannot: cannot.length })
          : t('review.batch.loaded', { done: loaded.lines.length, count: summary.count })}
      </p>
      <CannotApprove lines={cannot} />
      <p className={styles.sums}>
        {totalsOf(toApprove).map((total) => (
          <span key={total.currencyCode}>
            <Amount {...total} />
          </span>
        ))}
      </p>
      <Actions>
        <Button unavailable={isWhole ? undefined : t('review.batch.loadFirst')} onClick={onAsk}>
          {t('review.batch.ask', { count: toApprove.length })}
        </Button>
      </Actions>
    </div>
  )
}
