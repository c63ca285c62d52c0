import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import type { BatchReview, ReviewLine } from '#shared/api/batch-review.ts'
import { totalsOf } from '#shared/payout/totals.ts'
import { useListJob } from '../api/list-jobs.ts'
import { invalidateAll } from '../api/queries.ts'
import { Amount } from '../entry/payout-words.tsx'
import { joinList, numberWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { type Filter, isOneOf, useFilter } from '../screen/list-state.ts'
import { addressOf, paths } from '../screen/routes.ts'
import { Actions, Button } from '../ui/button.tsx'
import { FilterChips } from '../ui/list-filters.tsx'
import { useIsNarrow } from '../ui/media.ts'
import { Callout } from '../ui/tone.tsx'
import { BatchActDialog } from './batch-act-dialog.tsx'
import { type BatchDivision, isShown, type LineFilter, lineFilters, useChoice } from './batch-choice.ts'
import { type BatchLines, type ListedLine, useBatchLines } from './batch-lines.ts'
import styles from './batch-review.module.css'
import { BatchReviewTotals } from './batch-totals.tsx'
import review from './review.module.css'
import { ReviewList } from './review-list.tsx'
import { type ReviewedList, ReviewScreen, useDecisions } from './review-screen.tsx'
import { positionWords, withFilters } from './use-queue.ts'

/** Reviews the payouts of a batch together: those that need attention one by one, and the rest at once. */
export function BatchReviewPage({ id }: { readonly id: string }) {
  const loaded = useBatchLines(id)
  const decisions = useDecisions()
  const { places, lines } = useOpenLines(loaded.rows, decisions)
  const { choice, alike, setAlike, ...asides } = useChoice(lines)
  const { review: known } = loaded
  const { isUnderWay } = useListJob('approval', id)
  const [isAsking, setIsAsking] = useState<boolean>()
  if (isAsking === undefined && isUnderWay) setIsAsking(true)
  const { filter, shown, list, addressOfLine } = useShownLines(id, places, asides.aside)
  const { openId } = list
  const queryClient = useQueryClient()
  const isEmpty = loaded.isWhole && places.length === 0 && isAsking !== true
  const isThere = known !== undefined && !isEmpty
  return (
    <ReviewScreen
      title={t('review.batch.title')}
      lead={<AppLink to={addressOf.batch(id)}>{t('review.batch.back')}</AppLink>}
      head={
        <>
          {isEmpty && <NothingLeftOfBatch />}
          {isThere && (
            <div className={styles.head}>
              <BatchReviewTotals review={known} />
              <ReasonChips places={places} aside={asides.aside} filter={filter} />
            </div>
          )}
        </>
      }
      decisions={decisions}
      list={isThere ? list : { ...list, openId: undefined }}
      column={
        isEmpty
          ? undefined
          : () => (
              <div className={isThere && openId !== undefined ? review.aside : undefined}>
                {isThere && <Bar choice={choice} loaded={loaded} review={known} onAsk={() => setIsAsking(true)} />}
                <ReviewList
                  pages={{ ...noPages, ...loaded, rows: shown.map(rowOf) }}
                  currentId={openId}
                  hrefOf={addressOfLine}
                  choice={asides}
                  onShowAll={() => filter.choose(undefined)}
                  onSee={loaded.see}
                />
              </div>
            )
      }
      foot={
        isThere &&
        isAsking === true && (
          <BatchActDialog
            batchId={id}
            choice={choice}
            lines={lines}
            alike={alike}
            onAlike={setAlike}
            onClose={(act) => {
              setIsAsking(false)
              if (act === undefined) return
              loaded.again()
              void invalidateAll(queryClient)
            }}
          />
        )
      }
    />
  )
}

/** The list is there as a whole, and only what its rows say is to come. */
const noPages = { refusal: undefined, hasMore: false, isLoadingMore: false, isOld: false, more: () => {} }

function rowOf({ id, line }: ListedLine) {
  return line ?? ({ id, isToCome: true } as const)
}

/** What was not decided here yet, and those of its lines that are loaded. */
function useOpenLines(rows: readonly ListedLine[], { isOpen, count }: ReturnType<typeof useDecisions>) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is open changes with the decisions alone
  return useMemo(() => {
    const places = count === 0 ? rows : rows.filter(({ id, line }) => isOpen(line ?? { id, version: 0 }))
    return { places, lines: places.flatMap(({ line }) => line ?? []) }
  }, [rows, count])
}

/** The lines that the filter leaves, of which one is open: in the address, so that a reload opens it again. */
function useShownLines(batchId: string, places: readonly ListedLine[], aside: ReadonlySet<string>) {
  const filter = useFilter('show', isOneOf(lineFilters))
  const { value } = filter
  const shown = value === undefined ? places : places.filter((one) => isShown(one, value, aside))
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const addressOfLine = (to?: string) => {
    const next = new URLSearchParams([...search].filter(([name]) => name !== 'payout'))
    if (to !== undefined) next.set('payout', to)
    return withFilters(addressOf.batchReview(batchId), `${next}`)
  }
  const isNarrow = useIsNarrow()
  const openId = search.get('payout') ?? (isNarrow ? undefined : shown[0]?.id)
  const place = shown.findIndex(({ id }) => id === openId)
  const list: ReviewedList = {
    items: shown,
    openId,
    opened: shown[place]?.line,
    place,
    isSought: false,
    hasMore: false,
    position: positionWords(shown.length, place),
    open: (to, replace) => navigate(addressOfLine(to), { replace }),
  }
  return { filter, shown, list, addressOfLine }
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
  readonly places: readonly ListedLine[]
  readonly aside: ReadonlySet<string>
  readonly filter: Filter<LineFilter>
}

/** Narrows the list to the payouts of one reason. */
function ReasonChips({ places, aside, filter }: ReasonChipsProps) {
  const countOf = (reason: LineFilter) => places.filter((one) => isShown(one, reason, aside)).length
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
  return filter === 'rest' || filter === 'aside' || filter === 'damaged'
    ? t(`review.batch.only.${filter}`)
    : t(`review.batch.why.${filter}`)
}

interface BarProps {
  readonly choice: BatchDivision
  readonly loaded: BatchLines
  readonly review: BatchReview
  readonly onAsk: () => void
}

/** The effect of one approval, and the button that asks for it. */
function Bar({ choice, loaded, review: { payouts }, onAsk }: BarProps) {
  const { toApprove, aside, toOpen, cannot } = choice
  const { isWhole, done } = loaded
  return (
    <div className={styles.bar}>
      <p role="status">
        {isWhole
          ? t('review.batch.left', { aside: aside.length, toOpen: toOpen.length, cannot: cannot.length })
          : t('review.batch.loaded', { done, count: payouts.length })}
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

/** Why the person cannot approve payouts of a batch, and who can. */
function CannotApprove({ lines }: { readonly lines: readonly ReviewLine[] }) {
  const whys = countsOf(lines.flatMap(({ conditions }) => conditions.map(({ params }) => params?.why ?? 'other')))
  if (whys.length === 0) return null
  const names = countsOf(lines.flatMap(({ approvers }) => approvers.map(({ name }) => name)))
  const left = lines.filter(({ conditions, approvers }) => conditions.length > 0 && approvers.length === 0).length
  return (
    <p className={review.quiet}>
      {t('review.cannot.whys', { whys: joinList(whys.map(([why, count]) => t('review.cannot.why', { why, count }))) })}
      {names.length > 0 && ` ${t('review.cannot.others', { names: names.map(withCount).join(', ') })}`}
      {left > 0 && ` ${t('review.cannot.noOne', { count: left })}`}
    </p>
  )
}

function withCount([name, count]: readonly [string, number]): string {
  return `${name} (${numberWords(count)})`
}

/** How often each comes, most often first. */
function countsOf(all: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one)
}
