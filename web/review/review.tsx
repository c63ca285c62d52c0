import { useEffect, useRef, useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import type { Payout } from '#shared/api/payout.ts'
import { AppLink } from '../app/app-link.tsx'
import { ListFailure } from '../app/load-failure.tsx'
import { Page } from '../app/page.tsx'
import { addressOf, paths } from '../app/routes.ts'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { classNames } from '../ui/class-names.ts'
import { useIsNarrow } from '../ui/media.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { type Decided, decidedWords } from './decided.ts'
import { Queue } from './queue.tsx'
import styles from './review.module.css'
import { useReviewKeys } from './review-keys.ts'
import { ReviewKeysHelp } from './review-keys-help.tsx'
import { ReviewPaper } from './review-paper.tsx'
import { useQueue } from './use-queue.ts'
import { rich, t } from './words.ts'

/** Goes through what others have entered: the queue at the left, the exact request at the right. */
export function Review({ id }: { readonly id: string | undefined }) {
  const queue = useQueue()
  const items = queue.rows
  const [decided, setDecided] = useState<Decided>()
  return (
    <Page title={t('page.title')} lead={t('page.lead')}>
      <p className={styles.decided}>{decided && decidedWords(decided)}</p>
      {queue.state === 'loading' && <Skeleton lines={8} label={t('queue.loading')} />}
      {queue.state === 'failed' && <ListFailure what="queue" pages={queue} />}
      {queue.state === 'ready' && items.length === 0 && id === undefined && (
        <NothingLeft takesFocus={decided !== undefined} />
      )}
      {queue.state === 'ready' && (items.length > 0 || id !== undefined) && (
        <Desk items={items} id={id} hasMore={queue.hasMore} onMore={queue.more} onDecided={setDecided} />
      )}
    </Page>
  )
}

function NothingLeft({ takesFocus }: { readonly takesFocus: boolean }) {
  return (
    <div tabIndex={-1} ref={takesFocus ? focus : undefined}>
      <Callout tone="success" title={t('nothing.title')}>
        <p>{rich('nothing.next', { link: (parts) => <AppLink to={paths.exports}>{parts}</AppLink> })}</p>
      </Callout>
    </div>
  )
}

function focus(place: HTMLElement | null): void {
  place?.focus()
}

interface DeskProps {
  readonly items: readonly Payout[]
  readonly id: string | undefined
  readonly hasMore: boolean
  readonly onMore: () => void
  readonly onDecided: (decided: Decided) => void
}

function Desk({ items, id, hasMore, onMore, onDecided }: DeskProps) {
  const [, navigate] = useLocation()
  const isNarrow = useIsNarrow()
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const place = items.findIndex((item) => item.id === id)
  // What was decided leaves the queue; who stood at its place goes on with what took it.
  const lastPlace = useRef(0)
  useEffect(() => {
    if (place >= 0) lastPlace.current = place
  }, [place])

  // Whoever goes on by a key or a decision goes on reading at the name there.
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
    next: () => go(items[place + 1]),
    previous: () => go(items[place - 1]),
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
          <Queue items={items} />
          {hasMore && (
            <Button kind="link" onClick={onMore}>
              {t('queue.more')}
            </Button>
          )}
        </div>
        {id !== undefined && (
          <div>
            {isNarrow && <AppLink to={paths.review}>{t('queue.back')}</AppLink>}
            <ReviewPaper key={id} id={id} takesFocus={broughtTo === id} onDone={goOn} />
          </div>
        )}
      </div>
      <ReviewKeysHelp isOpen={isHelpOpen} onToggle={setIsHelpOpen} />
    </>
  )
}
