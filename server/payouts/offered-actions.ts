import { type PayoutAction, payoutActions } from '#shared/api/payout.ts'
import { oneApproval } from '../policy/approvals-needed.ts'
import type { Actor, ApprovalState, Move, Verification } from './approval-state.ts'
import { type Refusal, refusal, undoMs } from './transition.ts'

/* What a person is offered of what could be done with a payout. */

/** What a person can do with a payout at a time, the request taken to be in order and its warnings to be confirmed. */
export function actionsOf(payout: ApprovalState, actor: Actor, at: string): readonly PayoutAction[] {
  return payoutActions.filter((act) => refusal(payout, attempt(act, payout, at), actor) === undefined)
}

/** Why a person cannot approve what waits for approval; null when they can, or when nobody could. */
export function whyNotApprove(payout: ApprovalState, actor: Actor, at: string): Refusal | null {
  if (payout.state !== 'in_review' || payout.isErased) return null
  return refusal(payout, attempt('approve', payout, at), actor) ?? null
}

/** Until when a person can undo their decision; null where there is none of theirs. */
export function undoUntil({ decision }: ApprovalState, { id }: Pick<Actor, 'id'>): string | null {
  if (decision === null || decision.by !== id) return null
  return new Date(Date.parse(decision.at) + undoMs).toISOString()
}

const inOrder = (hash: string): Verification => ({ storedHash: hash, todaysHash: hash })

/** The move that an act comes to when everything else is in order. */
function attempt(act: PayoutAction, { requestHash, approvedHash, payment }: ApprovalState, at: string): Move {
  switch (act) {
    case 'edit':
      return { act, requestHash, payment, need: oneApproval, isSubmitted: false, detailsBy: [] }
    case 'submit':
      return { act, requestHash, need: oneApproval, detailsBy: [] }
    case 'approve':
      return {
        act,
        shownHash: requestHash,
        verification: inOrder(requestHash),
        warnings: { shownHash: '', todaysHash: '', standing: [], confirmed: [] },
        sanctions: oneApproval,
        at,
      }
    case 'export':
      return { act, isAgain: true, verification: inOrder(approvedHash ?? ''), isUnreviewed: false }
    case 'return':
    case 'undo':
      return { act, at }
    case 'withdraw':
    case 'delete':
      return { act }
  }
}
