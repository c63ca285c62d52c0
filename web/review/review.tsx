import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import type { Payout } from '#shared/api/payout.ts'
import { FirstHint } from '../hints/first-hint.tsx'
import { t, tNode } from '../language/translate.ts'
import { KeysHelp } from '../palette/keys-help.tsx'
import { useReviewKeys } from '../palette/review-keys.ts'
import { AppLink } from '../screen/app-link.tsx'
import { ListFailure } from '../screen/loading.tsx'
import { Page } from '../screen/page.tsx'
import { addressOf, paths } from '../screen/routes.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import type { Pages } from '../ui/data-list.tsx'
import { useIsNarrow } from '../ui/media.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { Callout } from '../ui/tone.tsx'
import { type Decided, decidedWords } from './decision.tsx'
import { Queue, QueueCount } from './queue.tsx'
import styles from './review.module.css'
import { ReviewPaper } from './review-paper.tsx'
import { usePlace, useQueue } from './use-queue.ts'

/** Reviews what others have entered: the queue on the left, the exact request on the right. */
export function Review({ id }: { readonly id: string | undefined }) {
  const queue = useQueue()
  const [decided, setDecided] = useState<Decided>()
  const isEmpty = queue.state === 'ready' && queue.rows.length === 0 && id === undefined
  return (
    <Page title={t('review.page.title')} lead={t('review.page.lead')}>
      <div className={styles.top}>
        <p className={styles.decided}>{decided && decidedWords(decided)}</p>
        {!isEmpty && <KeysHint />}
      </div>
      {queue.state === 'loading' && <Skeleton lines={8} label={t('review.queue.loading')} />}
      {queue.state === 'failed' && <ListFailure what="queue" pages={queue} />}
      {isEmpty && <NothingLeft takesFocus={decided !== undefined} />}
      {queue.state === 'ready' && !isEmpty && <QueueAndRequest queue={queue} id={id} onDecided={setDecided} />}
    </Page>
  )
}

function NothingLeft({ takesFocus }: { readonly takesFocus: boolean }) {
  return (
    <div tabIndex={-1} ref={takesFocus ? focus : undefined}>
      <Callout tone="success" title={t('review.nothing.title')}>
        <p>{tNode('review.nothing.next', { link: (parts) => <AppLink to={paths.exports}>{parts}</AppLink> })}</p>
      </Callout>
    </div>
  )
}

function focus(place: HTMLElement | null): void {
  place?.focus()
}

interface QueueAndRequestProps {
  readonly queue: Pages<Payout>
  readonly id: string | undefined
  readonly onDecided: (decided: Decided) => void
}

function QueueAndRequest({ queue, id, onDecided }: QueueAndRequestProps) {
  const { rows: items, hasMore, isLoadingMore, more } = queue
  const [, navigate] = useLocation()
  const isNarrow = useIsNarrow()
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const { place, isSought } = usePlace(queue, id)
  // A decided payout leaves the queue; the next one takes its place.
  const lastPlace = useRef(0)
  useEffect(() => {
    if (place >= 0) lastPlace.current = place
  }, [place])

  // After a key or a decision, reading continues at the name there.
  const [broughtTo, setBroughtTo] = useState<string>()

  function go(next: Payout | undefined) {
    if (next === undefined) return
    setBroughtTo(next.id)
    navigate(addressOf.reviewPayout(next.id))
  }
  function goOn(decided: Decided) {
    onDecided(decided)
    const rest = items.filter((item) => item.id !== id)
    const next = rest[Math.min(lastPlace.current, rest.length - 1)]
    setBroughtTo(next?.id)
    navigate(next === undefined ? paths.review : addressOf.reviewPayout(next.id), { replace: true })
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
  if (id === undefined && first !== undefined && !isNarrow)
    return <Redirect to={addressOf.reviewPayout(first.id)} replace />

  return (
    <>
      <div className={styles.review}>
        <div className={classNames(id !== undefined && styles.aside)}>
          <QueueCount queue={queue} place={place} />
          <Queue items={items} currentId={id} />
          {hasMore && (
            <Button kind="link" busy={isLoadingMore} onClick={more}>
              {t('review.queue.more')}
            </Button>
          )}
        </div>
        {id !== undefined && (
          <div>
            {isNarrow && <AppLink to={paths.review}>{t('review.queue.back')}</AppLink>}
            <ReviewPaper key={id} id={id} takesFocus={broughtTo === id} onDone={goOn} />
          </div>
        )}
      </div>
      <ReviewKeysHelp isOpen={isHelpOpen} onToggle={setIsHelpOpen} />
    </>
  )
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
