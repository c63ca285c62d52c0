import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { Link, Redirect, useLocation, useSearch } from 'wouter'
import type { Payout } from '#shared/api/payout.ts'
import { PowerChanges } from '../activity/power-changes.tsx'
import { amountWords, shownName } from '../entry/payout-words.tsx'
import { t } from '../language/translate.ts'
import { useReviewKeys } from '../palette/review-keys.ts'
import { PolicyBanner } from '../proposals/policy-banner.tsx'
import { AppLink } from '../screen/app-link.tsx'
import { Page } from '../screen/page.tsx'
import { addressOf, paths } from '../screen/routes.ts'
import type { Pages } from '../ui/data-list.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { useIsNarrow } from '../ui/media.ts'
import { BatchesToReview, useBatchesToReview } from './batches-to-review.tsx'
import { decidedWords, type ReviewDecision } from './decision.tsx'
import { KeysHint, ReviewKeysHelp } from './keys-hint.tsx'
import { LastDecision, NothingLeft } from './outcome.tsx'
import { positionWords, withFilters } from './queue.tsx'
import { QueueColumn, useQueueFilter } from './queue-column.tsx'
import type { Comments } from './return-form.tsx'
import styles from './review.module.css'
import { ReviewPaper } from './review-paper.tsx'
import { usePlace, useQueue, useQueueCount } from './use-queue.ts'

/** Reviews what others have entered: the queue on the left, the exact request on the right. */
export function Review({ id }: { readonly id: string | undefined }) {
  const filters = useQueueFilter()
  const pages = useQueue(filters.filter)
  const [last, setLast] = useState<ReviewDecision>()
  const [decided, setDecided] = useState<readonly PayoutVersion[]>([])
  const rows = useMemo(() => pages.rows.filter((row) => !isDecided(row, decided)), [pages.rows, decided])
  const queue = { ...pages, rows }
  const isEmpty = queue.state === 'ready' && rows.length === 0 && !queue.hasMore && id === undefined
  const batches = useBatchesToReview()
  const isDone = isEmpty && !filters.isFiltered && batches.length === 0
  const [comments] = useState<Comments>(() => new Map())
  // After a key or a decision, reading continues at this name.
  const [broughtTo, setBroughtTo] = useState<string>()
  const { addressOfReview, navigate } = useReviewAddress()
  const announce = useAnnounce()

  function reviewAgain({ id: undone, reference, comment }: ReviewDecision) {
    comments.set(undone, comment)
    setLast(undefined)
    setBroughtTo(undone)
    navigate(addressOfReview(undone), { replace: true })
    announce(t('review.undo.done', { reference }))
  }

  return (
    <Page
      title={t('review.page.title')}
      lead={isDone ? t('review.page.lead') : undefined}
      aside={
        <>
          {!isEmpty && batches.length > 0 && <AppLink to={paths.batches}>{t('review.batches.title')}</AppLink>}
          {last && <LastDecision key={last.id} decided={last} onUndone={() => reviewAgain(last)} />}
        </>
      }
    >
      <PolicyBanner />
      <PowerChanges />
      {!isDone && <KeysHint />}
      {isEmpty && <BatchesToReview batches={batches} />}
      {isDone && <NothingLeft takesFocus={decided.length > 0} />}
      {!isDone && (
        <QueueAndRequest
          queue={queue}
          filters={filters}
          id={id}
          broughtTo={broughtTo}
          comments={comments}
          onBring={setBroughtTo}
          onDecided={(one) => {
            setLast(one)
            setDecided([...decided, one])
          }}
          onApproved={(payouts) => setDecided([...decided, ...payouts])}
        />
      )}
      {/* Above the queue it would push the current payout out of sight. */}
      {!isEmpty && <BatchesToReview batches={batches} />}
    </Page>
  )
}

type PayoutVersion = Pick<Payout, 'id' | 'version'>

/** The queue still has it as it was loaded before the decision. */
function isDecided({ id, version }: Payout, decided: readonly PayoutVersion[]): boolean {
  return decided.some((one) => one.id === id && version <= one.version)
}

/** The filters stay in the address from one payout to the next. */
function useReviewAddress() {
  const [, navigate] = useLocation()
  const search = useSearch()
  const addressOfReview = (id?: string) =>
    withFilters(id === undefined ? paths.review : addressOf.reviewPayout(id), search)
  return { navigate, addressOfReview }
}

interface QueueAndRequestProps {
  readonly queue: Pages<Payout>
  readonly filters: ReturnType<typeof useQueueFilter>
  readonly id: string | undefined
  readonly broughtTo: string | undefined
  readonly comments: Comments
  readonly onBring: (id: string | undefined) => void
  readonly onDecided: (decided: ReviewDecision) => void
  /** Called after many were decided at once. */
  readonly onApproved: (payouts: readonly PayoutVersion[]) => void
}

function QueueAndRequest(props: QueueAndRequestProps) {
  const { queue, filters, id, broughtTo, comments, onBring, onDecided, onApproved } = props
  const { rows: items } = queue
  const { navigate, addressOfReview } = useReviewAddress()
  const isNarrow = useIsNarrow()
  const { place, isSought } = usePlace(queue, id)
  const position = positionWords(useQueueCount(queue, filters.filter), place)
  // A decided payout leaves the queue; the next one takes its place.
  const lastPlace = useRef(0)
  useEffect(() => {
    if (place >= 0) lastPlace.current = place
  }, [place])
  const paper = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (broughtTo !== undefined) paper.current?.focus({ preventScroll: true })
  }, [broughtTo])
  // The decision is announced together with the payout that is opened after it: one message would cut off the other.
  const unannounced = useRef('')
  useOpenedSpoken(items[place], position, unannounced)
  const announce = useAnnounce()

  function go(next: Payout | undefined) {
    if (next === undefined) return
    onBring(next.id)
    navigate(addressOfReview(next.id))
  }
  function goOn(rest: readonly Payout[], words: string) {
    const next = rest[Math.min(lastPlace.current, rest.length - 1)]
    if (next === undefined) announce(`${words} ${t('review.nothing.title')}`)
    else unannounced.current = words
    onBring(next?.id)
    navigate(addressOfReview(next?.id), { replace: true })
  }
  useStepKeys({
    // The next payout has taken the place of one that left the queue.
    next: items[place < 0 ? lastPlace.current : place + 1],
    previous: items[(place < 0 ? lastPlace.current : place) - 1],
    isReady: !isSought,
    hasMore: queue.hasMore,
    go,
  })

  const [first] = items
  return (
    <>
      {/* On a phone the queue is a separate screen. Rendered next to the rest, not in its place, as the person may be typing in a filter already. */}
      {id === undefined && first !== undefined && !isNarrow && <Redirect to={addressOfReview(first.id)} replace />}
      <div className={styles.review}>
        <QueueColumn
          queue={queue}
          filters={filters}
          currentId={id}
          place={place}
          position={position}
          onApproved={(payouts, words) => {
            onApproved(payouts)
            const rest = items.filter((item) => !payouts.some((payout) => payout.id === item.id))
            if (payouts.some((payout) => payout.id === id)) goOn(rest, words)
            else announce(words)
          }}
        />
        {id !== undefined && (
          <div className={styles.desk} tabIndex={-1} ref={paper}>
            {isNarrow && <Link href={addressOfReview()}>{t('review.queue.back')}</Link>}
            <ReviewPaper
              key={id}
              id={id}
              takesFocus={broughtTo === id}
              comments={comments}
              onDone={(decided) => {
                onDecided(decided)
                goOn(
                  items.filter((item) => item.id !== id),
                  decidedWords(decided),
                )
              }}
            />
          </div>
        )}
      </div>
      <ReviewKeysHelp />
    </>
  )
}

interface QueueSteps {
  readonly next: Payout | undefined
  readonly previous: Payout | undefined
  readonly isReady: boolean
  /** More is loading. */
  readonly hasMore: boolean
  readonly go: (to: Payout | undefined) => void
}

/** J and K. At the end of what is loaded, J takes effect once more is loaded. */
function useStepKeys({ next, previous, isReady, hasMore, go }: QueueSteps): void {
  const [isWaiting, setIsWaiting] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next payout arrives once
  useEffect(() => {
    if (!isWaiting || next === undefined) return
    setIsWaiting(false)
    go(next)
  }, [isWaiting, next])
  useReviewKeys({
    ...(isReady && {
      next: () => (next === undefined && hasMore ? setIsWaiting(true) : go(next)),
      previous: () => {
        setIsWaiting(false)
        go(previous)
      },
    }),
  })
}

/** Announces which payout was opened: a screen reader does not notice changes outside the queue. */
function useOpenedSpoken(opened: Payout | undefined, position: string, unannounced: RefObject<string>): void {
  const announce = useAnnounce()
  const spoken = useRef(opened?.id)
  useEffect(() => {
    if (opened === undefined || opened.id === spoken.current) return
    const isArrival = spoken.current === undefined && unannounced.current === ''
    spoken.current = opened.id
    const amount = amountWords(opened.amount, opened.currencyCode)
    if (!isArrival) announce(`${unannounced.current} ${shownName(opened)}, ${amount}. ${position}.`.trim())
    unannounced.current = ''
  }, [opened, position, unannounced, announce])
}
