import { type PayoutState, payoutStates } from '#shared/api/payout.ts'
import { mayDo, type Permission } from '#shared/api/permissions.ts'
import type { ProblemParams } from '#shared/api/problem.ts'
import { Failure } from '../kernel/failure.ts'
import type { Actor } from '../people/member.ts'
import { atLeast, isSanctionsHit, oneApproval } from '../policy/approvals-needed.ts'
import { againstApproval, refusedAuthor, type TransitionRefusal } from './approval-conditions.ts'
import {
  type ActionOf,
  type ApprovalState,
  authorsIn,
  type DetailsAuthors,
  type TransitionAction,
} from './approval-state.ts'

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
  const [no] = refusals(payout, move, actor)
  if (no === undefined) return undefined
  const { code, ...particulars } = no
  return new Failure(code, particulars)
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

/** Why an action is refused: all reasons that apply, the first of which is answered. */
export function refusals(payout: ApprovalState, move: TransitionAction, actor: Actor): readonly TransitionRefusal[] {
  const permission = permissions[move.act]
  return [
    ...(payout.isErased ? [erased] : []),
    ...(states[move.act].includes(payout.state) ? [] : [wrongState(payout.state)]),
    ...(permission === null || mayDo(actor.roles, permission) ? [] : [notPermitted(permission)]),
    ...againstAct(payout, move, actor),
  ]
}

const erased: TransitionRefusal = { code: 'ERASED', params: { what: 'payout' } }

function wrongState(state: PayoutState): TransitionRefusal {
  return { code: 'STATE_CONFLICT', params: { why: 'state', state } }
}

function notPermitted(permission: Permission): TransitionRefusal {
  return { code: 'NOT_PERMITTED', params: { permission } }
}

function againstAct(payout: ApprovalState, move: TransitionAction, actor: Actor): readonly TransitionRefusal[] {
  if (move.act === 'approve') return againstApproval(payout, move, actor)
  const refused = refusedAct(payout, move, actor)
  return refused === undefined ? [] : [refused]
}

function refusedAct(payout: ApprovalState, move: TransitionAction, actor: Actor): TransitionRefusal | undefined {
  if (move.act === 'undo') return refusedUndo(payout, move, actor)
  if (move.act === 'return') return refusedAuthor(payout, 'return', actor)
  return move.act === 'export' ? refusedExport(payout, move) : undefined
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
  const { isAgain, verification, isUnreviewed, isFrozen } = move
  if (state === 'exported' && !isAgain) return { code: 'ALREADY_EXPORTED', params: {} }
  if (approvedHash === null || verification.storedHash !== approvedHash || verification.todaysHash !== approvedHash)
    return { code: 'STATE_CONFLICT', params: { why: 'request', state } }
  if (approversOf(payout, approvedHash).size < payout.need.needed)
    return { code: 'STATE_CONFLICT', params: { why: 'request', state } }
  if (isFrozen) return { code: 'STATE_CONFLICT', params: { why: 'frozen', state } }
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
      return {
        // Who sends again what was returned does not approve it: else one person overrides who returned it.
        ...withAuthors(open, move, payout.state === 'returned' ? authorsIn(actor) : []),
        requestHash: move.requestHash,
        need: move.need,
        state: 'in_review',
      }
    case 'withdraw':
      return { ...open, need: oneApproval, state: 'draft' }
    case 'approve':
      return approved(payout, move, actor)
    case 'return':
      return { ...open, decision: { by: actor.id, at: move.at }, state: 'returned' }
    case 'undo':
      return without(judgedAgain(undecided, move), actor.id)
    case 'distrust':
      return without(withAuthors(undecided, move), move.approver)
    case 'export':
      return { ...undecided, state: 'exported' }
    case 'unexport':
      return unexported({ ...undecided, state: 'approved' }, move)
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
function approved(payout: ApprovalState, move: ActionOf<'approve'>, { id }: Actor) {
  const { warnings, sanctions, anyones = oneApproval, signature, at } = move
  const hits = warnings.standing.filter(({ warning }) => isSanctionsHit(warning))
  const need = atLeast(hits.length === 0 ? payout.need : atLeast(payout.need, sanctions), anyones)
  const { requestHash } = payout
  const earlier = payout.approvals.filter(({ by }) => hits.every(({ reviewedBy }) => reviewedBy.includes(by)))
  const approvals = [...earlier, { by: id, at, requestHash, ...(signature && { signature }) }]
  const decided = { ...payout, need, approvals, decision: { by: id, at } }
  return approvals.length < need.needed
    ? decided
    : { ...decided, approvedHash: requestHash, state: 'approved' as const }
}

/** What others have done meanwhile counts as it does for what is sent to review now. */
function judgedAgain(payout: ApprovalState, move: ActionOf<'undo'>): ApprovalState {
  return { ...withAuthors(payout, move), need: atLeast(payout.need, move.need) }
}

/** As it was before; where an approver has gone since, in review, and no one approves it who typed its details meanwhile. */
function unexported(payout: ApprovalState, move: ActionOf<'unexport'>): ApprovalState {
  return move.suspended.length === 0 ? payout : move.suspended.reduce(without, withAuthors(payout, move))
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
