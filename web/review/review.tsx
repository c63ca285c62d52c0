import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { Link, Redirect, useLocation, useSearch } from 'wouter'
import type { Payout } from '#shared/api/payout.ts'
import { amountWords, shownName } from '../entry/payout-words.tsx'
import { FirstHint } from '../hints/first-hint.tsx'
import { t, tNode } from '../language/translate.ts'
import { KeysHelp } from '../palette/keys-help.tsx'
import { useReviewKeys } from '../palette/review-keys.ts'
import { ListFailure } from '../screen/loading.tsx'
import { Page } from '../screen/page.tsx'
import { addressOf, paths } from '../screen/routes.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import type { Pages } from '../ui/data-list.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { useIsNarrow } from '../ui/media.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { Callout } from '../ui/tone.tsx'
import { type Decided, decidedWords } from './decision.tsx'
import { positionWords, useQueueCount, withFilters } from './queue.tsx'
import { QueueColumn, useQueueFilter } from './queue-column.tsx'
import type { Comments } from './return-form.tsx'
import styles from './review.module.css'
import { ReviewPaper } from './review-paper.tsx'
import { usePlace, useQueue } from './use-queue.ts'

/** Reviews what others have entered: the queue on the left, the exact request on the right. */
export function Review({ id }: { readonly id: string | undefined }) {
  const filters = useQueueFilter()
  const pages = useQueue(filters.filter)
  const [last, setLast] = useState<Decided>()
  const [decided, setDecided] = useState<readonly PayoutVersion[]>([])
  const rows = useMemo(() => pages.rows.filter((row) => !isDecided(row, decided)), [pages.rows, decided])
  const queue = { ...pages, rows }
  const isEmpty = queue.state === 'ready' && rows.length === 0 && !queue.hasMore && id === undefined
  const isDone = isEmpty && !filters.isFiltered
  return (
    <Page
      title={t('review.page.title')}
      lead={isDone ? t('review.page.lead') : undefined}
      aside={last && <p className={styles.decided}>{decidedWords(last)}</p>}
    >
      {!isDone && <KeysHint />}
      {queue.state === 'loading' && <Skeleton lines={8} label={t('review.queue.loading')} />}
      {queue.state === 'failed' && <ListFailure what="queue" pages={queue} />}
      {isDone && <NothingLeft takesFocus={decided.length > 0} />}
      {queue.state === 'ready' && !isDone && (
        <QueueAndRequest
          queue={queue}
          filters={filters}
          id={id}
          onDecided={(one) => {
            setLast(one)
            setDecided([...decided, one])
          }}
          onApproved={(payouts) => setDecided([...decided, ...payouts])}
        />
      )}
    </Page>
  )
}

type PayoutVersion = Pick<Payout, 'id' | 'version'>

/** It still stands in the queue as it was loaded before the decision. */
function isDecided({ id, version }: Payout, decided: readonly PayoutVersion[]): boolean {
  return decided.some((one) => one.id === id && version <= one.version)
}

function NothingLeft({ takesFocus }: { readonly takesFocus: boolean }) {
  return (
    <div tabIndex={-1} ref={takesFocus ? focus : undefined}>
      <Callout
        tone="success"
        title={t('review.nothing.title')}
        action={
          <ButtonLink kind="primary" href={paths.exports}>
            {t('review.nothing.export')}
          </ButtonLink>
        }
      >
        <p>{t('review.nothing.own')}</p>
      </Callout>
    </div>
  )
}

function focus(place: HTMLElement | null): void {
  place?.focus()
}

interface QueueAndRequestProps {
  readonly queue: Pages<Payout>
  readonly filters: ReturnType<typeof useQueueFilter>
  readonly id: string | undefined
  readonly onDecided: (decided: Decided) => void
  /** Many at once. */
  readonly onApproved: (payouts: readonly Payout[]) => void
}

function QueueAndRequest({ queue, filters, id, onDecided, onApproved }: QueueAndRequestProps) {
  const { rows: items } = queue
  const [, navigate] = useLocation()
  const search = useSearch()
  const addressOfReview = (payoutId?: string) =>
    withFilters(payoutId === undefined ? paths.review : addressOf.reviewPayout(payoutId), search)
  const isNarrow = useIsNarrow()
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const { place, isSought } = usePlace(queue, id)
  const position = positionWords(useQueueCount(queue), place)
  const [comments] = useState<Comments>(() => new Map())
  // A decided payout leaves the queue; the next one takes its place.
  const lastPlace = useRef(0)
  useEffect(() => {
    if (place >= 0) lastPlace.current = place
  }, [place])

  // After a key or a decision, reading continues at the name there.
  const [broughtTo, setBroughtTo] = useState<string>()
  const paper = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (broughtTo !== undefined) paper.current?.focus({ preventScroll: true })
  }, [broughtTo])
  // What was decided is said together with what is opened by it: one message would cut off the other.
  const unsaid = useRef('')
  useOpenedSpoken(items[place], position, unsaid)

  const announce = useAnnounce()
  function go(next: Payout | undefined) {
    if (next === undefined) return
    setBroughtTo(next.id)
    navigate(addressOfReview(next.id))
  }
  function goOn(decided: Decided) {
    onDecided(decided)
    const rest = items.filter((item) => item.id !== id)
    const next = rest[Math.min(lastPlace.current, rest.length - 1)]
    if (next === undefined) announce(`${decidedWords(decided)} ${t('review.nothing.title')}`)
    else unsaid.current = decidedWords(decided)
    setBroughtTo(next?.id)
    navigate(addressOfReview(next?.id), { replace: true })
  }
  useReviewKeys({
    ...(!isSought && {
      // The next payout has taken the place of one that left the queue.
      next: () => go(items[place < 0 ? lastPlace.current : place + 1]),
      previous: () => go(items[(place < 0 ? lastPlace.current : place) - 1]),
    }),
    help: () => setIsHelpOpen(true),
  })

  const [first] = items
  // On a phone the queue is a screen of its own.
  if (id === undefined && first !== undefined && !isNarrow) return <Redirect to={addressOfReview(first.id)} replace />

  return (
    <>
      <div className={styles.review}>
        <QueueColumn
          queue={queue}
          filters={filters}
          currentId={id}
          place={place}
          position={position}
          onApproved={(payouts) => {
            onApproved(payouts)
            if (payouts.some((payout) => payout.id === id)) navigate(addressOfReview(), { replace: true })
          }}
        />
        {id !== undefined && (
          <div className={styles.desk} tabIndex={-1} ref={paper}>
            {isNarrow && <Link href={addressOfReview()}>{t('review.queue.back')}</Link>}
            <ReviewPaper key={id} id={id} takesFocus={broughtTo === id} comments={comments} onDone={goOn} />
          </div>
        )}
      </div>
      <ReviewKeysHelp isOpen={isHelpOpen} onToggle={setIsHelpOpen} />
    </>
  )
}

/** Says which payout was opened: a screen reader is told nothing of what changes beside the queue. */
function useOpenedSpoken(opened: Payout | undefined, position: string, unsaid: RefObject<string>): void {
  const announce = useAnnounce()
  const spoken = useRef(opened?.id)
  useEffect(() => {
    if (opened === undefined || opened.id === spoken.current) return
    const isArrival = spoken.current === undefined && unsaid.current === ''
    spoken.current = opened.id
    const amount = amountWords(opened.amount, opened.currencyCode)
    if (!isArrival) announce(`${unsaid.current} ${shownName(opened)}, ${amount}. ${position}.`.trim())
    unsaid.current = ''
  }, [opened, position, unsaid, announce])
}

/** Tells who reviews for the first time that it goes by keys; a phone has none. */
export function KeysHint() {
  if (useIsNarrow()) return null
  return (
    <FirstHint name="review">{tNode('review.hint.keys', { key: (parts: ReactNode) => <kbd>{parts}</kbd> })}</FirstHint>
  )
}

export interface ReviewKeysHelpProps {
  readonly isOpen: boolean
  readonly onToggle: (isOpen: boolean) => void
}

/** The keys of the review; by ? or the button. */
export function ReviewKeysHelp({ isOpen, onToggle }: ReviewKeysHelpProps) {
  return (
    <>
      <Button kind="link" small onClick={() => onToggle(true)}>
        {t('review.keys.open')}
      </Button>
      {isOpen && <KeysHelp onClose={() => onToggle(false)} />}
    </>
  )
}
