import { type PayoutAction, type PayoutState, payoutActions } from '#shared/api/payout.ts'
import type { ProblemCode, ProblemParams } from '#shared/api/problem.ts'
import { Failure } from '../failure.ts'

/** What decides about a payout: where it stands, who entered it, and which request it holds. */
export interface ApprovalState {
  readonly state: PayoutState
  /** Ids of everybody who entered or changed anything of it since it was made, and of {@link accountBy}. */
  readonly enteredBy: readonly string[]
  /** Who typed where its money goes in the saved beneficiary alone, when nobody had been paid there; null where nobody did but who entered it. */
  readonly accountBy: string | null
  /** Of the request that it holds. */
  readonly requestHash: string
  /** Of the request that somebody approved; null when nobody has. */
  readonly approvedHash: string | null
  readonly isErased: boolean
}

/** How a request proves to be the one that is meant: by the hash of what lies in the store, and of what the rule book of today makes. */
export interface Verification {
  readonly storedHash: string
  /** Null when today's rules find errors. */
  readonly todaysHash: string | null
}

/** The hash of the warnings that a person was shown, and of those that stand now. */
interface ShownWarnings {
  readonly shownHash: string
  readonly todaysHash: string
}

/** One thing done to a payout. `reopen` is the app's own: the rule book has changed, and with it the request. */
export type Move =
  | {
      readonly act: 'edit'
      readonly requestHash: string
      readonly isSubmitted: boolean
      /** Who typed where the money goes, unless somebody was paid there before. */
      readonly accountBy: string | null
    }
  | { readonly act: 'submit'; readonly requestHash: string }
  | { readonly act: 'withdraw' }
  | {
      readonly act: 'approve'
      readonly shownHash: string
      readonly verification: Verification
      readonly warnings: ShownWarnings
    }
  | { readonly act: 'return' }
  | { readonly act: 'export'; readonly isAgain: boolean; readonly verification: Verification }
  | { readonly act: 'delete' }
  | { readonly act: 'reopen'; readonly requestHash: string | null }

/**
 * The one place that decides about payouts: every path that changes one passes it. Answers where the payout stands after
 * the move; a deleted one as it was.
 * @throws Failure STATE_CONFLICT, OWN_ENTRY, APPROVAL_STALE, ALREADY_EXPORTED, ERASED
 */
export function transition(payout: ApprovalState, move: Move, personId: string): ApprovalState {
  const failure = refusalOf(payout, move, personId)
  if (failure !== undefined) throw failure
  return after(payout, move, personId)
}

/** Why {@link transition} would throw; undefined where it would not. */
export function refusalOf(payout: ApprovalState, move: Move, personId: string): Failure | undefined {
  const no = refusal(payout, move, personId)
  return no && new Failure(no.code, { params: no.params })
}

/** What a person can do with a payout now, the request taken to be in order. */
export function actionsOf(payout: ApprovalState, personId: string): readonly PayoutAction[] {
  return payoutActions.filter((act) => refusal(payout, attempt(act, payout), personId) === undefined)
}

/** Why a person cannot approve what waits for approval; null when they can, or when nobody could. */
export function whyNotApprove(payout: ApprovalState, personId: string): Refusal | null {
  const no = refusal(payout, attempt('approve', payout), personId)
  return no?.code === 'OWN_ENTRY' ? no : null
}

interface Refusal {
  readonly code: ProblemCode
  readonly params: ProblemParams
}

/** From which states each act leads somewhere. */
const states: Readonly<Record<Move['act'], readonly PayoutState[]>> = {
  edit: ['draft', 'in_review', 'returned', 'approved'],
  submit: ['draft', 'returned'],
  withdraw: ['in_review', 'approved'],
  approve: ['in_review'],
  return: ['in_review', 'approved'],
  export: ['approved', 'exported'],
  delete: ['draft', 'returned'],
  reopen: ['draft', 'in_review', 'returned', 'approved'],
}

function refusal(payout: ApprovalState, move: Move, personId: string): Refusal | undefined {
  if (payout.isErased) return erased
  if (!states[move.act].includes(payout.state)) return wrongState(payout.state)
  if (move.act === 'approve') return refusedApproval(payout, move, personId)
  if (move.act === 'return' && payout.enteredBy.includes(personId))
    return ownEntry('return', payout.accountBy === personId)
  return move.act === 'export' ? refusedExport(payout, move) : undefined
}

const erased: Refusal = { code: 'ERASED', params: { what: 'payout' } }

function wrongState(state: PayoutState): Refusal {
  return { code: 'STATE_CONFLICT', params: { why: 'state', state } }
}

function ownEntry(act: 'approve' | 'return', isAccountAlone: boolean): Refusal {
  return { code: 'OWN_ENTRY', params: { why: isAccountAlone ? 'account' : 'payout', act } }
}

function refusedApproval(
  { enteredBy, accountBy, requestHash }: ApprovalState,
  { shownHash, verification, warnings }: Extract<Move, { act: 'approve' }>,
  personId: string,
): Refusal | undefined {
  if (enteredBy.includes(personId)) return ownEntry('approve', accountBy === personId)
  const hashes = [shownHash, verification.storedHash, verification.todaysHash]
  if (hashes.some((hash) => hash !== requestHash)) return { code: 'APPROVAL_STALE', params: { why: 'request' } }
  if (warnings.shownHash === warnings.todaysHash) return undefined
  return { code: 'APPROVAL_STALE', params: { why: 'warnings' } }
}

function refusedExport(
  { state, approvedHash }: ApprovalState,
  { isAgain, verification }: Extract<Move, { act: 'export' }>,
): Refusal | undefined {
  if (state === 'exported' && !isAgain) return { code: 'ALREADY_EXPORTED', params: {} }
  if (approvedHash !== null && verification.storedHash === approvedHash && verification.todaysHash === approvedHash)
    return undefined
  return { code: 'STATE_CONFLICT', params: { why: 'request', state } }
}

/** Whatever is done, an approval outlives nothing but the export of what was approved. */
function after(payout: ApprovalState, move: Move, personId: string): ApprovalState {
  const open = { ...payout, approvedHash: null }
  switch (move.act) {
    case 'edit':
      return edited(open, move, personId)
    case 'submit':
      return { ...open, requestHash: move.requestHash, state: 'in_review' }
    case 'withdraw':
      return { ...open, state: 'draft' }
    case 'approve':
      return { ...payout, approvedHash: payout.requestHash, state: 'approved' }
    case 'return':
      return { ...open, state: 'returned' }
    case 'export':
      return { ...payout, state: 'exported' }
    case 'delete':
      return payout
    case 'reopen':
      return reopened(open, move.requestHash)
  }
}

function edited(
  payout: ApprovalState,
  { requestHash, isSubmitted, accountBy }: Extract<Move, { act: 'edit' }>,
  personId: string,
): ApprovalState {
  const editors = new Set([...payout.enteredBy.filter((id) => id !== payout.accountBy), personId])
  const enteredBy = [...new Set([...payout.enteredBy, personId, ...(accountBy === null ? [] : [accountBy])])]
  return {
    ...payout,
    enteredBy,
    accountBy: accountBy === null || editors.has(accountBy) ? null : accountBy,
    requestHash,
    state: isSubmitted ? 'in_review' : 'draft',
  }
}

/** What was on its way to the export is reviewed again, or returned where today's rules find errors. */
function reopened(payout: ApprovalState, requestHash: string | null): ApprovalState {
  if (payout.state === 'draft' || payout.state === 'returned')
    return { ...payout, requestHash: requestHash ?? payout.requestHash }
  return requestHash === null ? { ...payout, state: 'returned' } : { ...payout, requestHash, state: 'in_review' }
}

/** The move that an act comes to when everything else is in order. */
function attempt(act: PayoutAction, { requestHash, approvedHash }: ApprovalState): Move {
  switch (act) {
    case 'edit':
      return { act, requestHash, isSubmitted: false, accountBy: null }
    case 'submit':
      return { act, requestHash }
    case 'approve':
      return {
        act,
        shownHash: requestHash,
        verification: { storedHash: requestHash, todaysHash: requestHash },
        warnings: { shownHash: '', todaysHash: '' },
      }
    case 'export':
      return { act, isAgain: true, verification: { storedHash: approvedHash ?? '', todaysHash: approvedHash ?? '' } }
    case 'withdraw':
    case 'return':
    case 'delete':
      return { act }
  }
}
