import { useEffect, useRef, useState } from 'react'
import type { Payout, RevealedPayout } from '#shared/api/payout.ts'
import { ApiProblem } from '../api/api.ts'
import { problemDetail } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { keyOf, useReviewKeys } from '../palette/review-keys.ts'
import { ActionFailure } from '../payouts/action-failure.tsx'
import { type PayoutAction, usePayoutStep } from '../payouts/use-payout.ts'
import { Actions, Button } from '../ui/button.tsx'
import { goToField } from '../ui/error-summary.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { TextAreaField } from '../ui/text-field.tsx'
import styles from './review.module.css'

export interface DecisionProps {
  readonly payout: Payout
  readonly revealed: RevealedPayout
  /** Whether there are changes that the person has not acknowledged. */
  readonly hasChanged: boolean
  readonly onDone: (decided: Decided) => void
  /** Nothing was decided, because something has changed. */
  readonly onRefused: (verdict: Verdict) => void
}

/** Approves or returns exactly the request that is shown. */
export function Decision({ payout, revealed, hasChanged, onDone, onRefused }: DecisionProps) {
  const step = usePayoutStep(payout.id)
  const announce = useAnnounce()
  const [isReturning, setIsReturning] = useState(false)
  const hasDecided = useRef(false)
  const isSeen = useIsSeen()
  const { requestHash, warningsHash } = revealed
  const canReturn = payout.actions.includes('return')
  const whyNot = whyNotApprove(payout, hasChanged)
  // A second press of the key that decided the last payout must not decide this one unseen.
  const isKeyReady = whyNot === undefined && isSeen

  function decide(action: Extract<PayoutAction, { act: Verdict }>) {
    if (hasDecided.current) return
    hasDecided.current = true
    step.mutate(
      { step: action, version: revealed.version },
      {
        onSuccess: () => {
          const decided = { reference: payout.externalReference, verdict: action.act }
          announce(decidedWords(decided))
          onDone(decided)
        },
        onError: (error) => {
          hasDecided.current = false
          if (isStale(error)) onRefused(action.act)
        },
      },
    )
  }
  const approve = () => decide({ act: 'approve', requestHash, warningsHash })
  useReviewKeys({
    ...(isKeyReady && { approve }),
    ...(canReturn && { sendBack: () => setIsReturning(true) }),
  })

  return (
    <div className={styles.actions}>
      <ActionFailure error={isStale(step.error) ? null : step.error} />
      {isReturning ? (
        <ReturnForm
          isBusy={step.isPending}
          onReturn={(comment) => decide({ act: 'return', comment })}
          onCancel={() => setIsReturning(false)}
        />
      ) : (
        <Actions>
          <Button
            kind="primary"
            busy={step.isPending}
            unavailable={whyNot}
            shortcut={{ key: keyOf.approve, isReady: isKeyReady }}
            onClick={approve}
          >
            {t('review.decision.approve')}
          </Button>
          {canReturn && (
            <Button shortcut={{ key: keyOf.sendBack, isReady: true }} onClick={() => setIsReturning(true)}>
              {t('review.decision.return')}
            </Button>
          )}
        </Actions>
      )}
    </div>
  )
}

function whyNotApprove({ actions, whyNotApprove: why }: Payout, hasChanged: boolean): string | undefined {
  if (!actions.includes('approve')) return why === null ? t('review.decision.cannot') : problemDetail(why)
  return hasChanged ? t('review.decision.lookFirst') : undefined
}

/** Whether it was refused because of what somebody else has done meanwhile. */
function isStale(error: Error | null): boolean {
  if (!(error instanceof ApiProblem)) return false
  return ['APPROVAL_STALE', 'STATE_CONFLICT', 'VERSION_CONFLICT'].includes(error.problem.code)
}

interface ReturnFormProps {
  readonly isBusy: boolean
  readonly onReturn: (comment: string) => void
  readonly onCancel: () => void
}

/** Returns a payout, with what has to change. */
function ReturnForm({ isBusy, onReturn, onCancel }: ReturnFormProps) {
  const [comment, setComment] = useState('')
  const [isLacking, setIsLacking] = useState(false)
  // Opened by key or button, it takes focus.
  useEffect(() => goToField('comment'), [])

  function submit() {
    if (comment.trim() !== '') return onReturn(comment.trim())
    setIsLacking(true)
    goToField('comment')
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
    >
      <TextAreaField
        name="comment"
        label={t('review.return.label')}
        value={comment}
        onChange={setComment}
        error={isLacking ? t('review.return.lacking') : undefined}
        optional={false}
      />
      <Actions>
        <Button kind="primary" type="submit" busy={isBusy}>
          {t('review.return.do')}
        </Button>
        <Button onClick={onCancel}>{t('review.return.cancel')}</Button>
      </Actions>
    </form>
  )
}

export type Verdict = 'approve' | 'return'

/** The decision that was just made. */
export interface Decided {
  readonly reference: string
  readonly verdict: Verdict
}

export function decidedWords({ reference, verdict }: Decided): string {
  return t(`review.decided.${verdict}`, { reference })
}

/** How long something has to be visible before a person can have seen it, in ms. */
const seenAfterMs = 700

/** Whether the component has been visible long enough for a person to see it. */
function useIsSeen(): boolean {
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSeen(true), seenAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return isSeen
}
