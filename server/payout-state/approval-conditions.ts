import type { Issue } from '#shared/api/issue.ts'
import type { ProblemCode, ProblemParams } from '#shared/api/problem.ts'
import { isHold } from '#shared/api/warning-codes.ts'
import { compareAmounts } from '#shared/payout/totals.ts'
import type { Actor } from '../people/member.ts'
import { type ActionOf, type ApprovalState, authorsIn } from './approval-state.ts'
import { unreviewed } from './review-policy.ts'

export interface TransitionRefusal {
  readonly code: ProblemCode
  readonly params: ProblemParams
  readonly warnings?: readonly Issue[]
}

/**
 * All that prevents a person from approving a payout in review, in the order in which `transition` would name it: whose payout it is, what the
 * person may, and what they were shown.
 */
export function againstApproval(
  payout: ApprovalState,
  move: ActionOf<'approve'>,
  actor: Actor,
): readonly TransitionRefusal[] {
  const joined = (move.detailsBy ?? []).filter((id) => !payout.enteredBy.includes(id))
  const known = {
    ...payout,
    enteredBy: [...payout.enteredBy, ...joined],
    detailsBy: [...payout.detailsBy, ...joined],
  }
  return conditions.flatMap((refused) => refused(known, move, actor) ?? [])
}

type Condition = (payout: ApprovalState, move: ActionOf<'approve'>, actor: Actor) => TransitionRefusal | undefined

const conditions: readonly Condition[] = [
  (payout, { act }, actor) => refusedAuthor(payout, act, actor),
  refusedDependent,
  refusedTwice,
  refusedWhileHeld,
  (payout, { sums }, { approveUpTo }) => refusedAbove(payout, sums.toPayee, approveUpTo, 'limit'),
  (payout, { sums }, { approveUpToADay }) => refusedAbove(payout, sums.inAll, approveUpToADay, 'limitOfDay'),
  refusedOnOwnWord,
  refusedOther,
  refusedOnHold,
  refusedUnreviewed,
]

/** Who entered a payout neither approves nor returns it. */
export function refusedAuthor(
  { enteredBy, detailsBy }: ApprovalState,
  act: 'approve' | 'return',
  actor: Actor,
): TransitionRefusal | undefined {
  if (!authorsIn(actor).some((id) => enteredBy.includes(id))) return undefined
  return { code: 'OWN_ENTRY', params: { why: detailsBy.includes(actor.id) ? 'details' : 'payout', act } }
}

/** Who lets people in alone could be all of them: none approves for another, nor are two of them two approvers. */
function refusedDependent(
  { enteredBy, approvals }: ApprovalState,
  { groupOf, act }: ActionOf<'approve'>,
  { id }: Actor,
): TransitionRefusal | undefined {
  const others = [...enteredBy, ...approvals.map(({ by }) => by)].filter((other) => other !== id)
  if (!others.some((other) => groupOf(other) === groupOf(id))) return undefined
  return { code: 'OWN_ENTRY', params: { why: 'dependent', act } }
}

function refusedTwice({ approvals, state }: ApprovalState, _: unknown, { id }: Actor): TransitionRefusal | undefined {
  if (!approvals.some(({ by }) => by === id)) return undefined
  return { code: 'STATE_CONFLICT', params: { why: 'approved', state } }
}

function refusedWhileHeld(
  _: unknown,
  { at }: ActionOf<'approve'>,
  { heldUntil }: Actor,
): TransitionRefusal | undefined {
  if (heldUntil === null || at >= heldUntil) return undefined
  return { code: 'NOT_PERMITTED', params: { permission: 'approve', why: 'held' } }
}

/** Parts of one amount are that amount: also those that a person has approved one after the other, within a day. */
function refusedAbove(
  { payment: { amount, currencyCode: currency } }: ApprovalState,
  sum: string,
  limits: Actor['approveUpTo'],
  why: 'limit' | 'limitOfDay',
): TransitionRefusal | undefined {
  const limit = Object.hasOwn(limits, currency) ? limits[currency] : undefined
  if (limit === undefined) return undefined
  const isWithin = (one: string) => one !== 'unknown' && compareAmounts(one, limit) <= 0
  if (isWithin(amount) && isWithin(sum)) return undefined
  return { code: 'NOT_PERMITTED', params: { permission: 'approve', why, limit: Number(limit), currency } }
}

/** What takes several approvals is not paid again on the word of those alone who entered it, then or now, or count as one with them. */
function refusedOnOwnWord(
  { need, enteredBy }: ApprovalState,
  { refusedBy, refusedAuthors = [], groupOf }: ActionOf<'approve'>,
): TransitionRefusal | undefined {
  if (refusedBy === undefined || need.needed < 2) return undefined
  const own = new Set([...enteredBy, ...refusedAuthors].map(groupOf))
  if (refusedBy.some((ids) => !ids.some((id) => own.has(groupOf(id))))) return undefined
  return { code: 'STATE_CONFLICT', params: { why: 'refusedByAuthor' } }
}

/** What is approved is exactly what was shown. */
function refusedOther(
  payout: ApprovalState,
  { shownHash, verification, warnings }: ActionOf<'approve'>,
): TransitionRefusal | undefined {
  const hashes = [shownHash, verification.storedHash, verification.todaysHash]
  if (hashes.some((hash) => hash !== payout.requestHash)) return { code: 'APPROVAL_STALE', params: { why: 'request' } }
  return warnings.shownHash === warnings.todaysHash
    ? undefined
    : { code: 'APPROVAL_STALE', params: { why: 'warnings' } }
}

/** What a call-back has denied, or has yet to confirm, no one's tick makes good. */
function refusedOnHold({ state }: ApprovalState, { warnings }: ActionOf<'approve'>): TransitionRefusal | undefined {
  const holds = warnings.standing.map(({ warning }) => warning).filter(({ code }) => isHold(code))
  if (holds.length === 0) return undefined
  const why = holds.some(({ code }) => code === 'beneficiary_frozen') ? 'frozen' : 'callBack'
  return { code: 'STATE_CONFLICT', params: { why, state }, warnings: holds }
}

function refusedUnreviewed(_: unknown, { warnings }: ActionOf<'approve'>): TransitionRefusal | undefined {
  const missing = unreviewed(warnings)
  return missing.length === 0 ? undefined : { code: 'WARNINGS_UNREVIEWED', params: {}, warnings: missing }
}
