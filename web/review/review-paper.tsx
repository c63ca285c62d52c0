import { useRef, useState } from 'react'
import type { Payout, RevealedPayout } from '#shared/api/payout.ts'
import { ApiProblem, type Versioned } from '../app/api.ts'
import { LoadFailure } from '../app/load-failure.tsx'
import { countryName } from '../payouts/country-options.ts'
import { amountWords, stateWords } from '../payouts/payout-words.ts'
import { RevealedRequest } from '../payouts/revealed-request.tsx'
import { StepFailure } from '../payouts/step-failure.tsx'
import { type PayoutStep, usePayout, usePayoutStep, useRevealedPayout } from '../payouts/use-payout.ts'
import { Ago } from '../ui/ago.tsx'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Actions } from '../ui/row.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ConfirmedWarnings } from './confirmed-warnings.tsx'
import { CurrentChecks } from './current-checks.tsx'
import { Differences } from './differences.tsx'
import { ReturnForm } from './return-form.tsx'
import styles from './review.module.css'
import { useReviewKeys } from './review-keys.ts'

export interface ReviewPaperProps {
  readonly id: string
  /** It was decided, in words: on to the next one. */
  readonly onDone: (words: string) => void
}

/** One payout as it will be sent, with what speaks for and against it, and the decision. */
export function ReviewPaper({ id, onDone }: ReviewPaperProps) {
  const payout = usePayout(id)
  const revealed = useRevealedPayout(id, payout.data?.version ?? 0, payout.isSuccess)
  if (payout.isError) return <LoadFailure what="The payout" query={payout} />
  if (revealed.isError) return <LoadFailure what="The request" query={revealed} />
  if (!payout.isSuccess || !revealed.isSuccess) return <Skeleton lines={10} label="Loading the request" />
  return <Paper key={payout.data.version} payout={payout.data} revealed={revealed.data} onDone={onDone} />
}

interface PaperProps {
  readonly payout: Versioned<Payout>
  readonly revealed: RevealedPayout
  readonly onDone: (words: string) => void
}

function Paper({ payout: { value: payout }, revealed, onDone }: PaperProps) {
  return (
    <article className={styles.paper} aria-label={`${payout.externalReference}, ${payout.name}`}>
      <div className={styles.head}>
        <h2>{payout.name}</h2>
        <span className={styles.amount}>{amountWords(payout.amount, payout.currencyCode)}</span>
      </div>
      <p className={styles.quiet}>
        {countryName(payout.country)} · {payout.externalReference} · entered by{' '}
        {payout.enteredBy.map(({ name }) => name).join(', ')}
        {payout.submittedAt !== null && (
          <>
            , sent <Ago at={payout.submittedAt} />
          </>
        )}
      </p>
      {payout.state !== 'in_review' && (
        <Callout tone="info" title={`It is ${stateWords[payout.state].label.toLowerCase()} now.`} />
      )}
      <ConfirmedWarnings warnings={revealed.warnings} />
      <CurrentChecks beneficiaryId={payout.beneficiaryId} country={payout.country} />
      <Differences since={revealed.sinceLastPayout} />
      <RevealedRequest revealed={revealed} />
      {payout.state === 'in_review' && <Decision payout={payout} revealed={revealed} onDone={onDone} />}
    </article>
  )
}

/** Approve or return; bound to the request that is shown here. */
function Decision({ payout, revealed, onDone }: Omit<PaperProps, 'payout'> & { readonly payout: Payout }) {
  const step = usePayoutStep(payout.id)
  const announce = useAnnounce()
  const [isReturning, setIsReturning] = useState(false)
  const hasDecided = useRef(false)
  const [shownAt] = useState(() => performance.now())
  const { requestHash, warningsHash } = revealed
  const canApprove = payout.acts.includes('approve')
  const canReturn = payout.acts.includes('return')

  function take(wish: PayoutStep, words: string) {
    if (hasDecided.current) return
    hasDecided.current = true
    step.mutate(
      { step: wish, version: revealed.version },
      {
        onSuccess: () => {
          announce(words)
          onDone(words)
        },
        onError: () => {
          hasDecided.current = false
        },
      },
    )
  }
  const approve = () =>
    take({ act: 'approve', requestHash, warningsHash }, `${payout.externalReference} is approved.`)
  useReviewKeys({
    // A second press of the key that decided the last payout must not decide this one, which nobody has seen yet.
    ...(canApprove && { approve: () => isSeen(shownAt) && approve() }),
    ...(canReturn && { giveBack: () => setIsReturning(true) }),
  })

  return (
    <div className={styles.acts}>
      <StepFailure error={step.error} />
      {isStale(step.error) && <p>The payout has changed since it was shown. What stands here now is the newest.</p>}
      {isReturning ? (
        <ReturnForm
          isBusy={step.isPending}
          onReturn={(comment) => take({ act: 'return', comment }, `${payout.externalReference} is returned.`)}
          onCancel={() => setIsReturning(false)}
        />
      ) : (
        <Actions>
          <Button
            kind="primary"
            busy={step.isPending}
            unavailable={canApprove ? undefined : (payout.whyNotApprove ?? 'You cannot approve it.')}
            onClick={approve}
          >
            Approve
          </Button>
          {canReturn && <Button onClick={() => setIsReturning(true)}>Return with a comment</Button>}
        </Actions>
      )}
    </div>
  )
}

/** Whether what is shown has stood long enough for a person to see it, in ms. */
function isSeen(shownAt: number): boolean {
  return performance.now() - shownAt > 700
}

function isStale(error: Error | null): boolean {
  return error instanceof ApiProblem && (error.problem.code === 'APPROVAL_STALE' || error.problem.status === 412)
}
