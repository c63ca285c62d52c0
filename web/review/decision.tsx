import { useRef, useState } from 'react'
import type { Payout, RevealedPayout } from '#shared/api/payout.ts'
import { ApiProblem } from '../app/api.ts'
import { StepFailure } from '../payouts/step-failure.tsx'
import { type PayoutStep, usePayoutStep } from '../payouts/use-payout.ts'
import { Button } from '../ui/button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Actions } from '../ui/row.tsx'
import { ReturnForm } from './return-form.tsx'
import styles from './review.module.css'
import { useReviewKeys } from './review-keys.ts'

export interface DecisionProps {
  readonly payout: Payout
  readonly revealed: RevealedPayout
  /** Whether there are changes that the person has not taken note of. */
  readonly hasChanged: boolean
  /** It was decided, in words. */
  readonly onDone: (words: string) => void
  /** It was not, because something has changed; in words. */
  readonly onRefused: (words: string) => void
}

/** Approve or return; bound to the request that is shown here. */
export function Decision({ payout, revealed, hasChanged, onDone, onRefused }: DecisionProps) {
  const step = usePayoutStep(payout.id)
  const announce = useAnnounce()
  const [isReturning, setIsReturning] = useState(false)
  const hasDecided = useRef(false)
  const [shownAt] = useState(() => performance.now())
  const { requestHash, warningsHash } = revealed
  const canReturn = payout.acts.includes('return')
  const whyNot = whyNotApprove(payout, hasChanged)

  function take(wish: PayoutStep, done: string) {
    if (hasDecided.current) return
    hasDecided.current = true
    step.mutate(
      { step: wish, version: revealed.version },
      {
        onSuccess: () => {
          const words = `${payout.externalReference} is ${done}.`
          announce(words)
          onDone(words)
        },
        onError: (error) => {
          hasDecided.current = false
          if (isStale(error)) onRefused(`Not ${done}`)
        },
      },
    )
  }
  const approve = () => take({ act: 'approve', requestHash, warningsHash }, 'approved')
  useReviewKeys({
    // A second press of the key that decided the last payout must not decide this one, which nobody has seen yet.
    ...(whyNot === undefined && { approve: () => isSeen(shownAt) && approve() }),
    ...(canReturn && { giveBack: () => setIsReturning(true) }),
  })

  return (
    <div className={styles.acts}>
      <StepFailure error={isStale(step.error) ? null : step.error} />
      {isReturning ? (
        <ReturnForm
          isBusy={step.isPending}
          onReturn={(comment) => take({ act: 'return', comment }, 'returned')}
          onCancel={() => setIsReturning(false)}
        />
      ) : (
        <Actions>
          <Button kind="primary" busy={step.isPending} unavailable={whyNot} onClick={approve}>
            Approve
          </Button>
          {canReturn && <Button onClick={() => setIsReturning(true)}>Return with a comment</Button>}
        </Actions>
      )}
    </div>
  )
}

function whyNotApprove({ acts, whyNotApprove: why }: Payout, hasChanged: boolean): string | undefined {
  if (!acts.includes('approve')) return why ?? 'You cannot approve it.'
  return hasChanged ? 'Look at what changed first.' : undefined
}

/** Whether what is shown has stood long enough for a person to see it, in ms. */
function isSeen(shownAt: number): boolean {
  return performance.now() - shownAt > 700
}

/** Whether it was refused for what somebody else has done meanwhile. */
function isStale(error: Error | null): boolean {
  if (!(error instanceof ApiProblem)) return false
  return ['APPROVAL_STALE', 'STATE_CONFLICT', 'VERSION_CONFLICT'].includes(error.problem.code)
}
