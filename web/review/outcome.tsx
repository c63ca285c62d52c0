import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiProblem, reasonOf } from '../api/api.ts'
import { numberWords } from '../language/formats.ts'
import { problemDetail } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { shortcutOf, useReviewKeys } from '../palette/review-keys.ts'
import { usePayoutAction } from '../payouts/use-payout.ts'
import { paths } from '../screen/routes.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { classNames } from '../ui/class-names.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { Callout, ToneIcon, toneClass } from '../ui/tone.tsx'
import { decidedWords, type ReviewDecision } from './decision.tsx'
import styles from './outcome.module.css'

export interface OutcomeProps {
  readonly decided: ReviewDecision
  readonly onUndone: () => void
}

/** The last decision, and for ten seconds a way to undo it: the server undoes it, the decision is not delayed. */
export function LastDecision({ decided, onUndone }: OutcomeProps) {
  const seconds = useSecondsLeft(decided.undoUntil)
  const announce = useAnnounce()
  const words = useRef<HTMLParagraphElement>(null)
  const undoing = usePayoutAction(decided.id)
  const canUndo = seconds > 0 && !undoing.isSuccess
  function undo() {
    if (undoing.isPending) return
    undoing.mutate(
      { step: { act: 'undo' }, version: decided.nextVersion },
      { onSuccess: onUndone, onError: (error) => announce(t('review.undo.refused', { why: whyNot(error) })) },
    )
  }
  useReviewKeys(canUndo ? { undo } : {})
  // A stable ref: a new one at every tick of the seconds would be detached from the button and attached again.
  const giveUpFocus = useCallback(
    (button: HTMLButtonElement) => () => {
      // The time is over while the button has focus.
      if (document.activeElement === button) words.current?.focus()
    },
    [],
  )
  return (
    <div className={classNames(styles.outcomeBar, canUndo && styles.undoable)}>
      <p className={toneClass('success')} tabIndex={-1} ref={words}>
        <ToneIcon tone="success" /> {decidedWords(decided)}
      </p>
      {canUndo && (
        <Button small busy={undoing.isPending} shortcut={shortcutOf('undo')} buttonRef={giveUpFocus} onClick={undo}>
          {t('review.undo.undo')}
          <span className={styles.seconds} aria-hidden>
            {numberWords(seconds, { style: 'unit', unit: 'second', unitDisplay: 'short' })}
          </span>
        </Button>
      )}
      {undoing.isError && (
        <p className={toneClass('error')}>
          <ToneIcon tone="error" /> {t('review.undo.refused', { why: whyNot(undoing.error) })}
        </p>
      )}
    </div>
  )
}

function whyNot(error: Error): string {
  return error instanceof ApiProblem ? problemDetail(error.problem) : `${reasonOf(error)}.`
}

/** The seconds left until a moment on this machine's clock. */
export function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(Date.now)
  const isOver = now >= until
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [isOver])
  return Math.max(0, Math.ceil((until - now) / 1000))
}

/** The queue is empty: a link to the exports. It takes focus from the last decision. */
export function NothingLeft({ takesFocus }: { readonly takesFocus: boolean }) {
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
