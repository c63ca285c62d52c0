import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BatchReviewSummary, ReviewLine } from '#shared/api/batch-review.ts'
import { totalsOf } from '#shared/payout/totals.ts'
import { invalidateAll } from '../api/queries.ts'
import { Amount } from '../entry/payout-words.tsx'
import { numberWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { type Filter, isOneOf, useFilter } from '../screen/list-state.ts'
import { addressOf, paths } from '../screen/routes.ts'
import { Actions, Button } from '../ui/button.tsx'
import { FilterChips } from '../ui/list-filters.tsx'
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
import { positionWords } from './queue.tsx'
import review from './review.module.css'
import { ReviewScreen, useDecisions } from './review-screen.tsx'

/** Reviews the payouts of a batch together: those that need attention one by one, and the rest at once. */
export function BatchReviewPage({ id }: { readonly id: string }) {
  const loaded = useReviewLines({ batchId: id })
  const decisions = useDecisions()
  const lines = loaded.lines.filter(decisions.isOpen)
  const { choice, aside, setAside, alike, setAlike } = useChoice(lines)
  const { summary } = loaded
  const [isAsking, setIsAsking] = useState<boolean>()
  const filter = useFilter('show', isOneOf(lineFilters))
  // In the address, so that a reload opens it again.
  const { value: chosenId, choose } = useFilter('payout')
  const queryClient = useQueryClient()
  const isNarrow = useIsNarrow()
  const shown =
    filter.value === undefined ? lines : lines.filter((line) => isShown(line, filter.value ?? 'rest', aside))
  const openId = chosenId ?? (isNarrow ? undefined : shown[0]?.id)
  const place = shown.findIndex((line) => line.id === openId)
  const isEmpty = loaded.state === 'ready' && lines.length === 0
  const underWay = summary?.underWay ?? undefined
  const isThere = summary !== undefined && (!isEmpty || underWay !== undefined)
  return (
    <ReviewScreen
      title={t('review.batch.title')}
      lead={<AppLink to={addressOf.batch(id)}>{t('review.batch.back')}</AppLink>}
      head={
        <>
          <Loading loaded={loaded} />
          {isEmpty && !isThere && <NothingLeftOfBatch />}
          {isThere && (
            <div className={styles.head}>
              <BatchReviewTotals summary={summary} />
              <ReasonChips lines={lines} aside={aside} filter={filter} />
            </div>
          )}
        </>
      }
      decisions={decisions}
      list={{
        items: shown,
        openId: isThere ? openId : undefined,
        place,
        isSought: false,
        hasMore: false,
        position: positionWords(shown.length, place),
        open: choose,
      }}
      column={
        isThere
          ? () => (
              <div className={openId === undefined ? undefined : review.aside}>
                <Bar choice={choice} loaded={loaded} summary={summary} onAsk={() => setIsAsking(true)} />
                {shown.length === 0 && <p className={review.quiet}>{t('review.filter.none')}</p>}
                <BatchLineList lines={shown} currentId={openId} aside={aside} onOpen={choose} onAside={setAside} />
              </div>
            )
          : undefined
      }
      foot={
        isThere &&
        (isAsking ?? underWay !== undefined) && (
          <BatchActDialog
            batchId={id}
            choice={choice}
            lines={lines}
            alike={alike}
            onAlike={setAlike}
            underWay={underWay}
            onClose={(act) => {
              setIsAsking(false)
              if (act === undefined) return
              loaded.reload()
              void invalidateAll(queryClient)
            }}
          />
        )
      }
    />
  )
}

function Loading({ loaded: { state, summary, failure = '', reload } }: { readonly loaded: ReviewLines }) {
  if (state === 'failed')
    return (
      <Callout
        tone="error"
        title={t('review.batch.failed', { reason: failure })}
        action={<Button onClick={reload}>{t('review.batch.again')}</Button>}
      />
    )
  return summary === undefined && <Skeleton lines={8} label={t('review.queue.loading')} />
}

function NothingLeftOfBatch() {
  return (
    <Callout
      tone="success"
      title={t('review.batch.nothing')}
      action={<AppLink to={paths.exports}>{t('review.nothing.export')}</AppLink>}
    />
  )
}

interface ReasonChipsProps {
  readonly lines: readonly ReviewLine[]
  readonly aside: ReadonlySet<string>
  readonly filter: Filter<LineFilter>
}

/** Narrows the list to the payouts of one reason. */
function ReasonChips({ lines, aside, filter }: ReasonChipsProps) {
  const countOf = (reason: LineFilter) => lines.filter((line) => isShown(line, reason, aside)).length
  return (
    <FilterChips
      label={t('review.batch.filters')}
      options={lineFilters
        .map((value) => ({ value, count: countOf(value) }))
        .filter(({ count }) => count > 0)
        .map(({ value, count }) => ({ value, label: `${filterWords(value)} ${numberWords(count)}` }))}
      value={filter.value}
      onChange={(value) => filter.choose(lineFilters.find((one) => one === value))}
    />
  )
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
