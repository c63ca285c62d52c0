import { useRef, useState } from 'react'
import type { OnePayout, Payout, RevealedPayout } from '#shared/api/payout.ts'
import { ApiProblem } from '../api/api.ts'
import { problemDetail } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { shortcutOf, useReviewKeys } from '../palette/review-keys.ts'
import { PayoutActionFailure } from '../payouts/action-failure.tsx'
import { preventing } from '../payouts/to-approve.tsx'
import { type PayoutActionRequest, usePayoutAction } from '../payouts/use-payout.ts'
import { Actions, Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import styles from '../ui/decided-paper.module.css'
import { publishPinnedHeight } from '../ui/split-view.tsx'
import { ApprovalStep } from './approval.tsx'
import { type Comments, goToComment, ReturnForm } from './return-form.tsx'
import { useSignedPayoutAction } from './sign-approvals.ts'

export interface ReviewDecisionProps {
  readonly payout: OnePayout
  readonly revealed: RevealedPayout
  /** Whether there are changes that the person has not acknowledged. */
  readonly hasChanged: boolean
  readonly comments: Comments
  readonly onDone: (decided: ReviewDecision) => void
  /** Nothing was decided, because something has changed. */
  readonly onRefused: (verdict: ReviewVerdict) => void
}

/** Approves or returns exactly the request that is shown. A key or a button only asks; the answer decides. */
export function Decision({ payout, revealed, hasChanged, comments, onDone, onRefused }: ReviewDecisionProps) {
  const [asked, setAsked] = useState<ReviewVerdict>()
  // Where focus goes back to from a question that was cancelled.
  const [cancelled, setCancelled] = useState<ReviewVerdict>()
  const approvalTitle = useRef<HTMLHeadingElement>(null)
  const { decide, isBusy, failure } = useDeciding(payout, revealed.version, {
    onDone(decided) {
      for (const key of comments.keys()) if (key.startsWith(payout.id)) comments.delete(key)
      onDone(decided)
    },
    onRefused(verdict) {
      setAsked(undefined)
      onRefused(verdict)
    },
  })
  const { requestHash, warningsHash } = revealed
  const canReturn = payout.actions.includes('return')
  const whyNot = whyNotApprove(payout, hasChanged)

  function cancel() {
    setCancelled(asked)
    setAsked(undefined)
  }
  const askToApprove = () => (asked === 'approve' ? approvalTitle.current?.focus() : setAsked('approve'))
  const askToReturn = () => (asked === 'return' ? goToComment() : setAsked('return'))
  useReviewKeys({
    ...(whyNot === undefined && { approve: askToApprove }),
    ...(canReturn && { sendBack: askToReturn }),
  })

  return (
    <div className={classNames(styles.decision, 'screen-only')} ref={publishPinnedHeight}>
      <PayoutActionFailure error={failure} />
      {asked === 'approve' && (
        <ApprovalStep
          payout={payout}
          warnings={revealed.warnings}
          comments={comments}
          titleRef={approvalTitle}
          isBusy={isBusy}
          whyNot={whyNot}
          onApprove={(confirmed) => decide({ act: 'approve', requestHash, warningsHash, confirmed })}
          onCancel={cancel}
        />
      )}
      {asked === 'return' && (
        <ReturnForm
          payout={payout}
          comments={comments}
          isBusy={isBusy}
          onReturn={(comment) => decide({ act: 'return', comment })}
          onCancel={cancel}
        />
      )}
      {asked === undefined && (
        <Actions>
          <Button
            kind="primary"
            unavailable={whyNot}
            shortcut={shortcutOf('approve', whyNot === undefined)}
            buttonRef={cancelled === 'approve' ? focus : undefined}
            onClick={askToApprove}
          >
            {t('review.decision.ask')}
          </Button>
          {canReturn && (
            <Button
              shortcut={shortcutOf('sendBack')}
              buttonRef={cancelled === 'return' ? focus : undefined}
              onClick={askToReturn}
            >
              {t('review.decision.return')}
            </Button>
          )}
        </Actions>
      )}
    </div>
  )
}

/** Sends the decision once, however often it is made, with the version that was shown. */
function useDeciding(
  { id, externalReference }: Payout,
  version: number,
  { onDone, onRefused }: Pick<ReviewDecisionProps, 'onDone' | 'onRefused'>,
) {
  const step = usePayoutAction(id, useSignedPayoutAction())
  const hasDecided = useRef(false)
  return {
    isBusy: step.isPending,
    failure: isStale(step.error) ? null : step.error,
    decide(action: Extract<PayoutActionRequest, { act: ReviewVerdict }>) {
      if (hasDecided.current) return
      hasDecided.current = true
      step.mutate(
        { step: action, version },
        {
          onSuccess: (answer) =>
            onDone({
              id,
              version,
              nextVersion: answer.version,
              undoUntil: Date.now() + undoMs(answer),
              reference: externalReference,
              verdict: action.act,
              comment: action.act === 'return' ? action.comment : '',
              isFirst: action.act === 'approve' && answer.state === 'in_review',
            }),
          onError: (error) => {
            hasDecided.current = false
            if (isStale(error)) onRefused(action.act)
          },
        },
      )
    },
  }
}

function focus(element: HTMLElement | null): void {
  element?.focus()
}

function whyNotApprove(payout: OnePayout, hasChanged: boolean): string | undefined {
  const { actions, whyNotApprove: why, toApprove } = payout
  const [prevents] = toApprove === null ? [] : preventing(toApprove)
  if (prevents !== undefined) return problemDetail(prevents)
  if (!actions.includes('approve')) return why === null ? t('review.decision.cannot') : problemDetail(why)
  return hasChanged ? t('review.decision.lookFirst') : undefined
}

/** Whether it was refused because of an action of another person. */
function isStale(error: Error | null): boolean {
  if (!(error instanceof ApiProblem)) return false
  return ['APPROVAL_STALE', 'STATE_CONFLICT', 'VERSION_CONFLICT'].includes(error.problem.code)
}

export type ReviewVerdict = 'approve' | 'return'

/** The decision that was just made. */
export interface ReviewDecision {
  readonly id: string
  /** Before the decision, and after it. */
  readonly version: number
  readonly nextVersion: number
  /** On this machine's clock, in ms. */
  readonly undoUntil: number
  readonly reference: string
  readonly verdict: ReviewVerdict
  /** The comment of a return. */
  readonly comment: string
  /** It was approved, and needs another approval. */
  readonly isFirst: boolean
}

/** How long the server lets the person undo it. */
function undoMs({ undoUntil, decidedAt }: Payout): number {
  return undoUntil === null || decidedAt === null ? 0 : Date.parse(undoUntil) - Date.parse(decidedAt)
}

export function decidedWords({ reference, verdict, isFirst }: ReviewDecision): string {
  if (isFirst) return t('review.decided.first', { reference })
  return t(`review.decided.${verdict}`, { reference })
}
