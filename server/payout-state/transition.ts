import type { Issue } from '#shared/api/issue.ts'
import { type PayoutState, payoutStates } from '#shared/api/payout.ts'
import { mayDo, type Permission } from '#shared/api/permissions.ts'
import type { ProblemCode, ProblemParams } from '#shared/api/problem.ts'
import { compareAmounts } from '#shared/payout/totals.ts'
import { Failure } from '../kernel/failure.ts'
import type { Actor } from '../people/member.ts'
import { atLeast, isSanctionsHit, oneApproval } from '../policy/approvals-needed.ts'
import {
  type ActionOf,
  type ApprovalState,
  authorsIn,
  type DetailsAuthors,
  type TransitionAction,
} from './approval-state.ts'
import { unreviewed } from './review-policy.ts'

/**
 * The one place that decides about payouts: every path that changes one passes it. Returns the state of the payout
 * after the action; a deleted one as it was.
 * @throws Failure NOT_PERMITTED, STATE_CONFLICT, OWN_ENTRY, APPROVAL_STALE, WARNINGS_UNREVIEWED, UNDO_REFUSED, ALREADY_EXPORTED, ERASED
 */
export function transition(payout: ApprovalState, move: TransitionAction, actor: Actor): ApprovalState {
  const failure = transitionFailure(payout, move, actor)
  if (failure !== undefined) throw failure
  return after(payout, move, actor)
}

/** Why {@link transition} would throw; undefined where it would not. */
export function transitionFailure(payout: ApprovalState, move: TransitionAction, actor: Actor): Failure | undefined {
  const no = refusal(payout, move, actor)
  if (no === undefined) return undefined
  const { code, ...particulars } = no
  return new Failure(code, particulars)
}

export interface TransitionRefusal {
  readonly code: ProblemCode
  readonly params: ProblemParams
  readonly warnings?: readonly Issue[]
}

/** The states from which each action is possible. */
const states: Readonly<Record<TransitionAction['act'], readonly PayoutState[]>> = {
  edit: ['draft', 'in_review', 'returned', 'approved'],
  submit: ['draft', 'returned'],
  withdraw: ['in_review', 'approved'],
  approve: ['in_review'],
  return: ['in_review', 'approved'],
  undo: payoutStates,
  export: ['approved', 'exported'],
  delete: ['draft', 'returned'],
  takeOver: ['draft'],
  reopen: ['draft', 'in_review', 'returned', 'approved'],
  disqualify: ['in_review'],
  distrust: ['in_review', 'approved'],
  unexport: ['exported'],
}

/** The permission that each action needs; the app's own actions need none. */
const permissions: Readonly<Record<TransitionAction['act'], Permission | null>> = {
  edit: 'enter',
  submit: 'enter',
  withdraw: 'enter',
  approve: 'approve',
  return: 'approve',
  undo: 'undo',
  export: 'export',
  delete: 'enter',
  takeOver: 'enter',
  reopen: null,
  disqualify: 'enter',
  distrust: 'manage',
  unexport: null,
}

/** Why an action is refused; the first reason that applies. */
export function refusal(payout: ApprovalState, move: TransitionAction, actor: Actor): TransitionRefusal | undefined {
  if (payout.isErased) return erased
  if (!states[move.act].includes(payout.state)) return wrongState(payout.state)
  const permission = permissions[move.act]
  if (permission !== null && !mayDo(actor.roles, permission)) return { code: 'NOT_PERMITTED', params: { permission } }
  if (move.act === 'approve') return refusedApprover(payout, move, actor) ?? refusedApproval(payout, move)
  if (move.act === 'undo') return refusedUndo(payout, move, actor)
  if (move.act === 'return' && isAuthor(payout, actor)) return ownEntry('return', payout, actor)
  return move.act === 'export' ? refusedExport(payout, move) : undefined
}

const erased: TransitionRefusal = { code: 'ERASED', params: { what: 'payout' } }

function wrongState(state: PayoutState): TransitionRefusal {
  return { code: 'STATE_CONFLICT', params: { why: 'state', state } }
}

function isAuthor({ enteredBy }: ApprovalState, actor: Actor): boolean {
  return authorsIn(actor).some((id) => enteredBy.includes(id))
}

function ownEntry(act: 'approve' | 'return', { detailsBy }: DetailsAuthors, { id }: Actor): TransitionRefusal {
  return { code: 'OWN_ENTRY', params: { why: detailsBy.includes(id) ? 'details' : 'payout', act } }
}

/** Why a person cannot approve, whatever they were shown. */
function refusedApprover(
  payout: ApprovalState,
  { at, sumOfBatch }: ActionOf<'approve'>,
  actor: Actor,
): TransitionRefusal | undefined {
  if (isAuthor(payout, actor)) return ownEntry('approve', payout, actor)
  if (payout.approvals.some(({ by }) => by === actor.id))
    return { code: 'STATE_CONFLICT', params: { why: 'approved', state: payout.state } }
  const { heldUntil, approveUpTo } = actor
  if (heldUntil !== null && at < heldUntil)
    return { code: 'NOT_PERMITTED', params: { permission: 'approve', why: 'held' } }
  const { amount, currencyCode: currency } = payout.payment
  const limit = Object.hasOwn(approveUpTo, currency) ? approveUpTo[currency] : undefined
  if (limit === undefined) return undefined
  // Halves of one amount, which came together, are that amount.
  const isWithin = (sum: string) => compareAmounts(sum, limit) <= 0
  if (isWithin(amount) && sumOfBatch !== 'unknown' && (sumOfBatch === undefined || isWithin(sumOfBatch)))
    return undefined
  return { code: 'NOT_PERMITTED', params: { permission: 'approve', why: 'limit', limit: Number(limit), currency } }
}

function refusedApproval(
  payout: ApprovalState,
  { shownHash, verification, warnings }: ActionOf<'approve'>,
): TransitionRefusal | undefined {
  const hashes = [shownHash, verification.storedHash, verification.todaysHash]
  if (hashes.some((hash) => hash !== payout.requestHash)) return { code: 'APPROVAL_STALE', params: { why: 'request' } }
  if (warnings.shownHash !== warnings.todaysHash) return { code: 'APPROVAL_STALE', params: { why: 'warnings' } }
  const missing = unreviewed(warnings)
  return missing.length === 0 ? undefined : { code: 'WARNINGS_UNREVIEWED', params: {}, warnings: missing }
}

/** For so long a decision can be undone. */
export const undoMs = 10_000

function refusedUndo(
  { state, decision }: ApprovalState,
  { at, since = '' }: ActionOf<'undo'>,
  { id }: Actor,
): TransitionRefusal | undefined {
  const refused = (why: NonNullable<ProblemParams['why']>): TransitionRefusal => ({
    code: 'UNDO_REFUSED',
    params: { why },
  })
  if (state === 'exported') return refused('exported')
  if (decision === null) return refused('changed')
  if (decision.by !== id) return refused('decider')
  // In either direction: the clock can have been set back.
  const decidedAt = since > decision.at ? since : decision.at
  return Math.abs(Date.parse(at) - Date.parse(decidedAt)) <= undoMs ? undefined : refused('late')
}

function refusedExport(payout: ApprovalState, move: ActionOf<'export'>): TransitionRefusal | undefined {
  const { state, approvedHash } = payout
  const { isAgain, verification, isUnreviewed } = move
  if (state === 'exported' && !isAgain) return { code: 'ALREADY_EXPORTED', params: {} }
  if (approvedHash === null || verification.storedHash !== approvedHash || verification.todaysHash !== approvedHash)
    return { code: 'STATE_CONFLICT', params: { why: 'request', state } }
  if (approversOf(payout, approvedHash).size < payout.need.needed)
    return { code: 'STATE_CONFLICT', params: { why: 'request', state } }
  return isUnreviewed ? { code: 'WARNINGS_UNREVIEWED', params: { why: 'validation' } } : undefined
}

/** Who has approved a request and entered nothing of it. */
function approversOf({ approvals, enteredBy }: ApprovalState, requestHash: string): ReadonlySet<string> {
  const valid = approvals.filter((given) => given.requestHash === requestHash && !enteredBy.includes(given.by))
  return new Set(valid.map(({ by }) => by))
}

/** Editing, submitting, withdrawing, returning and reopening end all approvals; undoing and distrust end those of one person. */
function after(payout: ApprovalState, move: TransitionAction, actor: Actor): ApprovalState {
  const undecided = { ...payout, decision: null }
  const open = { ...undecided, approvedHash: null, approvals: [] }
  switch (move.act) {
    case 'edit':
      return edited(open, move, actor)
    case 'submit':
      return { ...withAuthors(open, move), requestHash: move.requestHash, need: move.need, state: 'in_review' }
    case 'withdraw':
      return { ...open, need: oneApproval, state: 'draft' }
    case 'approve':
      return approved(payout, move, actor)
    case 'return':
      return { ...open, decision: { by: actor.id, at: move.at }, state: 'returned' }
    case 'undo':
      return without(undecided, actor.id)
    case 'distrust':
      return without(undecided, move.approver)
    case 'export':
      return { ...undecided, state: 'exported' }
    case 'unexport':
      return move.suspended.reduce(without, { ...undecided, state: 'approved' as const })
    case 'delete':
      return payout
    case 'takeOver':
      return withAuthors(undecided, { detailsBy: [] }, authorsIn(actor))
    case 'reopen':
      return reopened(withAuthors(open, move), move)
    case 'disqualify':
      return withAuthors(undecided, { detailsBy: authorsIn(actor) })
  }
}

/** With one approval more. Of those before, a sanctions hit leaves whose reviewers gave their reason for it. */
function approved(payout: ApprovalState, { warnings, sanctions, signature, at }: ActionOf<'approve'>, { id }: Actor) {
  const hits = warnings.standing.filter(({ warning }) => isSanctionsHit(warning))
  const need = hits.length === 0 ? payout.need : atLeast(payout.need, sanctions)
  const { requestHash } = payout
  const earlier = payout.approvals.filter(({ by }) => hits.every(({ reviewedBy }) => reviewedBy.includes(by)))
  const approvals = [...earlier, { by: id, at, requestHash, ...(signature && { signature }) }]
  const decided = { ...payout, need, approvals, decision: { by: id, at } }
  return approvals.length < need.needed
    ? decided
    : { ...decided, approvedHash: requestHash, state: 'approved' as const }
}

/** In review without the approval of a person. */
function without(payout: ApprovalState, approver: string): ApprovalState {
  const approvals = payout.approvals.filter(({ by }) => by !== approver)
  return { ...payout, approvals, approvedHash: null, state: 'in_review' }
}

function edited(payout: ApprovalState, move: ActionOf<'edit'>, actor: Actor): ApprovalState {
  const { requestHash, payment, isSubmitted } = move
  const state = isSubmitted ? 'in_review' : 'draft'
  const need = isSubmitted ? move.need : oneApproval
  return { ...withAuthors(payout, move, authorsIn(actor)), requestHash, payment, need, state }
}

/** Once an author, always one: who entered it was there before, whatever the details are now. No author has approved. */
function withAuthors(
  payout: ApprovalState,
  { detailsBy }: DetailsAuthors,
  editors: readonly string[] = [],
): ApprovalState {
  const enteredBy = [...new Set([...payout.enteredBy, ...editors, ...detailsBy])]
  const own = [...payout.enteredBy.filter((id) => !payout.detailsBy.includes(id)), ...editors]
  const approvals = payout.approvals.filter(({ by }) => !enteredBy.includes(by))
  return { ...payout, enteredBy, detailsBy: enteredBy.filter((id) => !own.includes(id)), approvals }
}

/** What was on its way to the export is reviewed again, or returned where today's rules find errors. */
function reopened(payout: ApprovalState, { requestHash, need }: ActionOf<'reopen'>): ApprovalState {
  if (payout.state === 'draft' || payout.state === 'returned')
    return { ...payout, requestHash: requestHash ?? payout.requestHash }
  return requestHash === null ? { ...payout, state: 'returned' } : { ...payout, requestHash, need, state: 'in_review' }
}
