import type { Approval } from '#shared/api/approval.ts'
import { type Issue, warningId } from '#shared/api/issue.ts'
import {
  auditedWarnings,
  confirmationColumns,
  countColumns,
  reviewsOf,
  savedConfirmations,
} from '../payout-state/confirmations.ts'
import { type MovedRow, moved, movedRow } from '../payout-state/moved-payout.ts'
import type { GivenApproval } from '../payout-state/payout-approvals.ts'
import type { PayoutAtVersion } from '../payout-state/saved-payout.ts'
import type { Actor } from '../people/member.ts'
import type { Transaction } from '../store/store.ts'
import { touched } from './act-on-payout.ts'
import { type ApprovalMoves, approvalMoves } from './approval-move.ts'
import { authorsNow } from './facts.ts'
import { type AssessedPayout, type MoveResults, moveTogether } from './move-together.ts'

/** An approval of exactly what was shown of a payout. Kinds of warnings are confirmed alike for many payouts. */
interface Approving extends PayoutAtVersion, Approval {
  readonly confirmedKinds?: readonly string[]
  readonly signature?: GivenApproval['signature']
}

/**
 * Approves payouts one after the other, as {@link moveTogether} has it: of each exactly the request that was shown, with exactly the warnings that
 * were, once the reviewer has confirmed what they are to; those of kinds that are confirmed alike for many payouts need no more. What speaks
 * against one is the same once those before it are approved.
 */
export async function approvePayouts(
  tx: Transaction,
  person: Actor,
  given: readonly Approving[],
): Promise<MoveResults> {
  return moveTogether(tx, given, async (read, facts) => {
    const moves = await approvalMoves(tx, read, [person], authorsNow(tx, facts))
    return (approving, payout) => approved(tx, person, approving, payout, moves)
  })
}

function approved(
  tx: Transaction,
  person: Actor,
  { confirmedKinds = [], signature, ...shown }: Approving,
  payout: AssessedPayout,
  moves: ApprovalMoves,
): MovedRow {
  const { row, warnings: todays } = payout
  const confirmed = [...shown.confirmed, ...confirmedAlike(todays, confirmedKinds)]
  const before = savedConfirmations(tx, row)
  const move = { ...moves.of(payout, { ...shown, confirmed })(person), signature }
  const { shownHash, at } = move
  const approvalState = moved(tx, row, shown, move, person)
  moves.count(payout, person)
  const reviews = reviewsOf(todays, confirmed, { by: person.id, at })
  const approvers = approvalState.approvals.map(({ by }) => by)
  const all = [...before.filter(({ isReview, by }) => isReview !== true || approvers.includes(by)), ...reviews]
  const change = {
    ...touched(person, at),
    ...confirmationColumns(tx, row.id, all),
    ...countColumns(todays, all),
    comment_encrypted: null,
  }
  const facts = { requestHash: shownHash, ...auditedWarnings(reviews), ...(signature && { isSigned: true }) }
  return movedRow(tx, row, approvalState, change, { personId: person.id, action: 'payout.approved', facts })
}

/** Warnings of compliance take a reason of their own each: none comes with these. */
function confirmedAlike(warnings: readonly Issue[], kinds: readonly string[]): Approval['confirmed'] {
  return warnings.filter(({ code }) => kinds.includes(code)).map((warning) => ({ warningId: warningId(warning) }))
}
