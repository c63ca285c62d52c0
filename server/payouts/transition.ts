import type { Issue } from '#shared/api/issue.ts'
import { type PayoutAction, type PayoutState, payoutActions, payoutStates } from '#shared/api/payout.ts'
import type { ProblemCode, ProblemParams } from '#shared/api/problem.ts'
import { Failure } from '../failure.ts'
import { type ShownWarnings, unreviewed } from './review-policy.ts'

/** What decides about a payout: where it stands, who entered it, and which request it holds. */
export interface ApprovalState {
  readonly state: PayoutState
  /** Ids of everybody who entered or changed anything of it since it was made, and of {@link detailsBy}. */
  readonly enteredBy: readonly string[]
  /** Of them, who changed nothing but the identifying details of the saved beneficiary, since one with exactly these was exported. */
  readonly detailsBy: readonly string[]
  /** Of the request that it holds. */
  readonly requestHash: string
  /** Of the request that somebody approved; null when nobody has. */
  readonly approvedHash: string | null
  /** Who approved or returned it, and when, if that was the last thing done to it. */
  readonly decision: { readonly by: string; readonly at: string } | null
  readonly isErased: boolean
}

/** How a request proves to be the one that is meant: by the hash of what lies in the store, and of what the rule book of today makes. */
export interface Verification {
  readonly storedHash: string
  /** Null when today's rules find errors. */
  readonly todaysHash: string | null
}

/** Whose payout it is for the identifying details that it pays to, though they may have touched the saved beneficiary alone. */
interface Detailed {
  readonly detailsBy: readonly string[]
}

/**
 * One thing done to a payout. `reopen` is the app's own: the rule book has changed, and with it the request. `disqualify` happens to one in
 * review when a person changes the identifying details of the saved beneficiary.
 */
export type Move =
  | ({ readonly act: 'edit'; readonly requestHash: string; readonly isSubmitted: boolean } & Detailed)
  | ({ readonly act: 'submit'; readonly requestHash: string } & Detailed)
  | { readonly act: 'withdraw' }
  | {
      readonly act: 'approve'
      readonly shownHash: string
      readonly verification: Verification
      readonly warnings: ShownWarnings
      readonly at: string
    }
  | { readonly act: 'return' | 'undo'; readonly at: string }
  | {
      readonly act: 'export'
      readonly isAgain: boolean
      readonly verification: Verification
      /** Whether a validation has found a warning of compliance that its reviewer has not confirmed with a reason. */
      readonly isUnreviewed: boolean
    }
  | { readonly act: 'delete' }
  | ({ readonly act: 'reopen'; readonly requestHash: string | null } & Detailed)
  | { readonly act: 'disqualify' }

type MoveTo<Act extends Move['act']> = Extract<Move, { readonly act: Act }>

/**
 * The one place that decides about payouts: every path that changes one passes it. Answers where the payout stands after
 * the move; a deleted one as it was.
 * @throws Failure STATE_CONFLICT, OWN_ENTRY, APPROVAL_STALE, WARNINGS_UNREVIEWED, UNDO_REFUSED, ALREADY_EXPORTED, ERASED
 */
export function transition(payout: ApprovalState, move: Move, personId: string): ApprovalState {
  const failure = refusalOf(payout, move, personId)
  if (failure !== undefined) throw failure
  return after(payout, move, personId)
}

/** Why {@link transition} would throw; undefined where it would not. */
export function refusalOf(payout: ApprovalState, move: Move, personId: string): Failure | undefined {
  const no = refusal(payout, move, personId)
  if (no === undefined) return undefined
  const { code, ...particulars } = no
  return new Failure(code, particulars)
}

/** What a person can do with a payout at a time, the request taken to be in order and its warnings to be confirmed. */
export function actionsOf(payout: ApprovalState, personId: string, at: string): readonly PayoutAction[] {
  return payoutActions.filter((act) => refusal(payout, attempt(act, payout, at), personId) === undefined)
}

/** Why a person cannot approve what waits for approval; null when they can, or when nobody could. */
export function whyNotApprove(payout: ApprovalState, personId: string): Refusal | null {
  const no = refusal(payout, attempt('approve', payout, ''), personId)
  return no?.code === 'OWN_ENTRY' ? no : null
}

interface Refusal {
  readonly code: ProblemCode
  readonly params: ProblemParams
  readonly warnings?: readonly Issue[]
}

/** From which states each act leads somewhere. */
const states: Readonly<Record<Move['act'], readonly PayoutState[]>> = {
  edit: ['draft', 'in_review', 'returned', 'approved'],
  submit: ['draft', 'returned'],
  withdraw: ['in_review', 'approved'],
  approve: ['in_review'],
  return: ['in_review', 'approved'],
  undo: payoutStates,
  export: ['approved', 'exported'],
  delete: ['draft', 'returned'],
  reopen: ['draft', 'in_review', 'returned', 'approved'],
  disqualify: ['in_review'],
}

function refusal(payout: ApprovalState, move: Move, personId: string): Refusal | undefined {
  if (payout.isErased) return erased
  if (!states[move.act].includes(payout.state)) return wrongState(payout.state)
  if (move.act === 'approve') return refusedApproval(payout, move, personId)
  if (move.act === 'undo') return refusedUndo(payout, move.at, personId)
  if (move.act === 'return' && payout.enteredBy.includes(personId)) return ownEntry('return', payout, personId)
  return move.act === 'export' ? refusedExport(payout, move) : undefined
}

const erased: Refusal = { code: 'ERASED', params: { what: 'payout' } }

function wrongState(state: PayoutState): Refusal {
  return { code: 'STATE_CONFLICT', params: { why: 'state', state } }
}

function ownEntry(act: 'approve' | 'return', { detailsBy }: Detailed, personId: string): Refusal {
  return { code: 'OWN_ENTRY', params: { why: detailsBy.includes(personId) ? 'details' : 'payout', act } }
}

function refusedApproval(
  payout: ApprovalState,
  { shownHash, verification, warnings }: MoveTo<'approve'>,
  personId: string,
): Refusal | undefined {
  if (payout.enteredBy.includes(personId)) return ownEntry('approve', payout, personId)
  const hashes = [shownHash, verification.storedHash, verification.todaysHash]
  if (hashes.some((hash) => hash !== payout.requestHash)) return { code: 'APPROVAL_STALE', params: { why: 'request' } }
  if (warnings.shownHash !== warnings.todaysHash) return { code: 'APPROVAL_STALE', params: { why: 'warnings' } }
  const missing = unreviewed(warnings)
  return missing.length === 0 ? undefined : { code: 'WARNINGS_UNREVIEWED', params: {}, warnings: missing }
}

/** For so long a decision can be undone. */
const undoMs = 10_000

/** Until when a person can undo their decision; null where there is none of theirs. */
export function undoUntil({ decision }: ApprovalState, personId: string): string | null {
  if (decision === null || decision.by !== personId) return null
  return new Date(Date.parse(decision.at) + undoMs).toISOString()
}

function refusedUndo({ state, decision }: ApprovalState, at: string, personId: string): Refusal | undefined {
  const refused = (why: NonNullable<ProblemParams['why']>): Refusal => ({ code: 'UNDO_REFUSED', params: { why } })
  if (state === 'exported') return refused('exported')
  if (decision === null) return refused('changed')
  if (decision.by !== personId) return refused('decider')
  // In either direction: the clock can have been set back.
  return Math.abs(Date.parse(at) - Date.parse(decision.at)) <= undoMs ? undefined : refused('late')
}

function refusedExport({ state, approvedHash }: ApprovalState, move: MoveTo<'export'>): Refusal | undefined {
  const { isAgain, verification, isUnreviewed } = move
  if (state === 'exported' && !isAgain) return { code: 'ALREADY_EXPORTED', params: {} }
  if (approvedHash === null || verification.storedHash !== approvedHash || verification.todaysHash !== approvedHash)
    return { code: 'STATE_CONFLICT', params: { why: 'request', state } }
  return isUnreviewed ? { code: 'WARNINGS_UNREVIEWED', params: { why: 'validation' } } : undefined
}

/** Whatever is done, an approval outlives nothing but the export of what was approved. */
function after(payout: ApprovalState, move: Move, personId: string): ApprovalState {
  const undecided = { ...payout, decision: null }
  const open = { ...undecided, approvedHash: null }
  switch (move.act) {
    case 'edit':
      return edited(open, move, personId)
    case 'submit':
      return { ...withAuthors(open, move), requestHash: move.requestHash, state: 'in_review' }
    case 'withdraw':
      return { ...open, state: 'draft' }
    case 'approve':
      return { ...decidedBy(payout, personId, move.at), approvedHash: payout.requestHash, state: 'approved' }
    case 'return':
      return { ...decidedBy(open, personId, move.at), state: 'returned' }
    case 'undo':
      return { ...open, state: 'in_review' }
    case 'export':
      return { ...undecided, state: 'exported' }
    case 'delete':
      return payout
    case 'reopen':
      return reopened(withAuthors(open, move), move.requestHash)
    case 'disqualify':
      return withAuthors(undecided, { detailsBy: [personId] })
  }
}

function decidedBy(payout: ApprovalState, by: string, at: string): ApprovalState {
  return { ...payout, decision: { by, at } }
}

function edited(payout: ApprovalState, move: MoveTo<'edit'>, personId: string): ApprovalState {
  const { requestHash, isSubmitted } = move
  return { ...withAuthors(payout, move, [personId]), requestHash, state: isSubmitted ? 'in_review' : 'draft' }
}

/** Once an author, always one: who entered it was there before, whatever the details are now. */
function withAuthors(payout: ApprovalState, { detailsBy }: Detailed, editors: readonly string[] = []): ApprovalState {
  const enteredBy = [...new Set([...payout.enteredBy, ...editors, ...detailsBy])]
  const own = [...payout.enteredBy.filter((id) => !payout.detailsBy.includes(id)), ...editors]
  return { ...payout, enteredBy, detailsBy: enteredBy.filter((id) => !own.includes(id)) }
}

/** What was on its way to the export is reviewed again, or returned where today's rules find errors. */
function reopened(payout: ApprovalState, requestHash: string | null): ApprovalState {
  if (payout.state === 'draft' || payout.state === 'returned')
    return { ...payout, requestHash: requestHash ?? payout.requestHash }
  return requestHash === null ? { ...payout, state: 'returned' } : { ...payout, requestHash, state: 'in_review' }
}

const inOrder = (hash: string): Verification => ({ storedHash: hash, todaysHash: hash })

/** The move that an act comes to when everything else is in order. */
function attempt(act: PayoutAction, { requestHash, approvedHash }: ApprovalState, at: string): Move {
  switch (act) {
    case 'edit':
      return { act, requestHash, isSubmitted: false, detailsBy: [] }
    case 'submit':
      return { act, requestHash, detailsBy: [] }
    case 'approve':
      return {
        act,
        shownHash: requestHash,
        verification: inOrder(requestHash),
        warnings: { shownHash: '', todaysHash: '', standing: [], confirmed: [] },
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
