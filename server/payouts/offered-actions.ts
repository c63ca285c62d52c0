import { type PayoutAction, payoutActions } from '#shared/api/payout.ts'
import type { TransitionRefusal } from '../payout-state/approval-conditions.ts'
import type { ActionOf, ApprovalState, TransitionAction, Verification } from '../payout-state/approval-state.ts'
import { refusals, undoMs } from '../payout-state/transition.ts'
import type { Actor } from '../people/member.ts'
import { oneApproval } from '../policy/approvals-needed.ts'

/* What a person is offered of what could be done with a payout. */

/**
 * What a person can do with a payout at a time, the request taken to be in order and its warnings to be confirmed.
 * @param counted of what they do not approve, the payout alone
 */
export function actionsOf(
  payout: ApprovalState,
  actor: Actor,
  at: string,
  counted = countedAlone(payout),
): readonly PayoutAction[] {
  return payoutActions.filter((act) => refusals(payout, attempt(act, payout, { at, ...counted }), actor).length === 0)
}

/** Why a person cannot approve what waits for approval; null when they can, or when no one could. */
export function whyNotApprove(
  payout: ApprovalState,
  actor: Actor,
  at: string,
  counted = countedAlone(payout),
): TransitionRefusal | null {
  if (payout.state !== 'in_review' || payout.isErased) return null
  return refusals(payout, attempt('approve', payout, { at, ...counted }), actor)[0] ?? null
}

/** Until when a person can undo their decision; null where there is none of theirs. */
export function undoUntil({ decision }: ApprovalState, { id }: Pick<Actor, 'id'>): string | null {
  if (decision === null || decision.by !== id) return null
  return new Date(Date.parse(decision.at) + undoMs).toISOString()
}

/** What an approval of a person looks at beside the payout: what their limits count, who counts as one with whom, and on whose word it is paid again. */
export type Counted = Pick<ActionOf<'approve'>, 'sums' | 'groupOf' | 'refusedBy' | 'refusedAuthors'>

function countedAlone({ payment: { amount } }: ApprovalState): Counted {
  return { sums: { toPayee: amount, inAll: amount }, groupOf: (id) => id }
}

const inOrder = (hash: string): Verification => ({ storedHash: hash, todaysHash: hash })

/** The transition that an action makes if nothing else prevents it. */
function attempt(
  act: PayoutAction,
  { requestHash, approvedHash, payment }: ApprovalState,
  { at, ...counted }: Counted & { readonly at: string },
): TransitionAction {
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
        ...counted,
        at,
      }
    case 'export':
      return { act, isAgain: true, verification: inOrder(approvedHash ?? ''), isUnreviewed: false, isFrozen: false }
    case 'return':
      return { act, at }
    case 'undo':
      return { act, need: oneApproval, detailsBy: [], at }
    case 'withdraw':
    case 'delete':
      return { act }
  }
}
