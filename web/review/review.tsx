import { useMemo } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { PowerChanges } from '../activity/power-changes.tsx'
import { t } from '../language/translate.ts'
import { SamplesFilter } from '../payouts/samples-filter.tsx'
import { useMarks } from '../payouts/use-marks.ts'
import { PolicyBanner } from '../proposals/policy-banner.tsx'
import { AppLink } from '../screen/app-link.tsx'
import { addressOf, paths } from '../screen/routes.ts'
import { useIsNarrow } from '../ui/media.ts'
import { BatchesToReview, useBatchesToReview } from './batches-to-review.tsx'
import { KeysHint } from './keys-hint.tsx'
import { NothingLeft } from './outcome.tsx'
import { QueueColumn, useQueueFilter } from './queue-column.tsx'
import { ReviewScreen, useDecisions } from './review-screen.tsx'
import { positionWords, usePlace, useQueue, useQueueCount, withFilters } from './use-queue.ts'

/** Reviews what others have entered by itself: the queue, and the batches that wait beside it. */
export function Review({ id }: { readonly id: string | undefined }) {
  const filters = useQueueFilter()
  const pages = useQueue(filters.filter)
  const decisions = useDecisions()
  const { isOpen } = decisions
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is open changes with the decisions alone
  const open = useMemo(() => pages.rows.filter(isOpen), [pages.rows, decisions.count])
  const rows = useMarks(open)
  const queue = { ...pages, rows }
  const isEmpty = queue.state === 'ready' && rows.length === 0 && !queue.hasMore && id === undefined
  const batches = useBatchesToReview()
  const isDone = isEmpty && !filters.isFiltered && batches.length === 0
  const [, navigate] = useLocation()
  const search = useSearch()
  // The filters stay in the address from one payout to the next.
  const addressOfReview = (to?: string) =>
    withFilters(to === undefined ? paths.review : addressOf.reviewPayout(to), search)
  const { place, isSought } = usePlace(queue, id)
  const position = positionWords(useQueueCount(queue, filters.filter), place)
  const isNarrow = useIsNarrow()
  const [first] = rows
  return (
    <ReviewScreen
      title={t('review.page.title')}
      lead={isDone ? t('review.page.lead') : undefined}
      links={!isEmpty && batches.length > 0 && <AppLink to={paths.batches}>{t('review.batches.title')}</AppLink>}
      head={
        <>
          <PolicyBanner />
          <PowerChanges />
          {!isDone && <KeysHint />}
          {isEmpty && <BatchesToReview batches={batches} />}
          {isDone && <SamplesFilter filter={filters.samples} wanted={{ ...filters.filter, toReview: true }} />}
          {isDone && <NothingLeft takesFocus={decisions.count > 0} />}
          {/* On a phone the queue is a separate screen. Rendered next to the rest, not in its place, as the person may be typing in a filter already. */}
          {id === undefined && first !== undefined && !isNarrow && <Redirect to={addressOfReview(first.id)} replace />}
        </>
      }
      decisions={decisions}
      list={{
        items: rows,
        openId: id,
        opened: rows[place],
        place,
        isSought,
        hasMore: queue.hasMore,
        position,
        open: (to, replace) => navigate(addressOfReview(to), { replace }),
      }}
      column={
        isDone
          ? undefined
          : (leave) => (
              <QueueColumn
                queue={queue}
                filters={filters}
                currentId={id}
                hrefOf={addressOfReview}
                position={position}
                onApproved={leave}
              />
            )
      }
      // Above the queue it would push the current payout out of sight.
      foot={!isEmpty && <BatchesToReview batches={batches} />}
    />
  )
}
