import * as z from 'zod/mini'
import {
  batchesInReview,
  changedRow,
  type PayoutChange,
  type PayoutRow,
  payoutsInReview,
  writePayouts,
} from '../entry/payout-rows.ts'
import { Failure } from '../kernel/failure.ts'
import type { Actor } from '../people/member.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Event, Reader, Transaction } from '../store/store.ts'
import { approvalColumns, approvalStateOf } from './approval-columns.ts'
import type { ApprovalState, TransitionAction } from './approval-state.ts'
import { confirmationColumns, savedConfirmations } from './confirmations.ts'
import type { ChangeOfPayout } from './payout-trail.ts'
import { commentColumn, commentOf, lastReturn, type PayoutAtVersion, undecided } from './saved-payout.ts'
import { transition } from './transition.ts'

/* Moves payouts from one state to another: the new state, the changed columns of their rows, and the entries of the audit log. */

/**
 * The state of a payout after an action. A refused action is reported before a version conflict, so that a stale approval stays one.
 * @throws Failure as {@link transition} does, and VERSION_CONFLICT
 */
export function moved(
  { encryption }: Reader,
  row: PayoutRow,
  seen: PayoutAtVersion,
  move: TransitionAction,
  actor: Actor,
): ApprovalState {
  const approvalState = transition(approvalStateOf(encryption, row), move, actor)
  if (row.version !== seen.version) throw changedSince(row.id)
  return approvalState
}

/** The columns of a payout that change besides its approval state. */
type OtherChange = Omit<PayoutChange, keyof ReturnType<typeof approvalColumns> | 'undo_encrypted'>

/** Saves the new state of a payout with its other changes, and writes the audit log. */
export async function saveMoved(
  tx: Transaction,
  row: PayoutRow,
  approvalState: ApprovalState,
  change: OtherChange,
  ...events: readonly PayoutEvent[]
): Promise<PayoutRow> {
  const one = movedRow(tx, row, approvalState, change, ...events)
  await writeMoved(tx, [one])
  return one.row
}

/** A payout in transition: its row before and after, and the entries of the audit log. */
export interface MovedRow {
  readonly before: PayoutRow
  readonly row: PayoutRow
  readonly events: readonly Event[]
}

/** Writes payouts that were moved, those of a whole group with a few statements. */
export async function writeMoved(tx: Transaction, moves: readonly MovedRow[]): Promise<void> {
  if (moves.length === 0) return
  if ((await writePayouts(tx.db, moves)) < moves.length) throw changedSince(...moves.map(({ row }) => row.id))
  await tx.audit(...moves.flatMap(({ events }) => events), ...(await reviewedBatches(tx, moves)))
}

/** The entries of the audit log of batches of which, with this, no payout waits for review any more. */
async function reviewedBatches({ db }: Transaction, moves: readonly MovedRow[]): Promise<readonly Event[]> {
  const lastMoves = new Map<string, MovedRow>()
  for (const move of moves) {
    const { before, row } = move
    const isDecided = before.state === 'in_review' && row.state !== 'in_review'
    if (isDecided && row.batch_id !== null) lastMoves.set(row.batch_id, move)
  }
  const waiting = await batchesInReview(db, [...lastMoves.keys()])
  return [...lastMoves].flatMap(([id, { events }]) =>
    waiting.has(id)
      ? []
      : [{ personId: events.at(-1)?.personId ?? null, action: 'batch.reviewed', thing: { type: 'batch', id } }],
  )
}

export function movedRow(
  tx: Transaction,
  before: PayoutRow,
  approvalState: ApprovalState,
  change: OtherChange,
  ...events: readonly PayoutEvent[]
): MovedRow {
  const columns = {
    ...(before.approvals_count > 0 && undecided),
    ...reviewColumns(tx, before, approvalState),
    ...change,
    ...approvalColumns(tx.encryption, before.id, approvalState),
    ...decisionColumns(tx, before, approvalState),
    ...lastApproval(approvalState),
  }
  const row = changedRow(tx.encryption, before, columns)
  return { before, row, events: auditedPayout(row, approvalState, events, before.state) }
}

/** A reviewer's confirmations end with their approval. */
function reviewColumns(tx: Transaction, row: PayoutRow, { approvals }: ApprovalState) {
  if (row.approvals_count === 0) return {}
  const approvers = approvals.map(({ by }) => by)
  const stay = savedConfirmations(tx, row).filter(({ isReview, by }) => isReview !== true || approvers.includes(by))
  return confirmationColumns(tx, row.id, stay)
}

/** Whose approval came last has decided, also where a later one was taken back. */
function lastApproval({ approvals }: ApprovalState) {
  const last = approvals.at(-1)
  return last === undefined ? {} : { decided_at: last.at, decided_by: last.by }
}

/** A decision with what undoing it brings back; what can be undone no more is forgotten. */
function decisionColumns(tx: Transaction, row: PayoutRow, { decision }: ApprovalState) {
  if (decision === null) return { undo_encrypted: null }
  const before = JSON.stringify({ ...lastReturn(row), comment: commentOf(tx, row) })
  const undo_encrypted = tx.encryption.encrypt(before, undoPlace(row.id))
  return { decided_at: decision.at, decided_by: decision.by, undo_encrypted }
}

/** The columns that the newest decision took the place of. */
export function undoneColumns(tx: Transaction, { id, undo_encrypted }: PayoutRow) {
  const json = undo_encrypted === null ? '{}' : tx.encryption.decrypt(undo_encrypted, undoPlace(id))
  const { comment, ...decided } = beforeSchema.parse(JSON.parse(json))
  return { ...decided, ...(comment === null ? { comment_encrypted: null } : commentColumn(tx, id, comment)) }
}

const beforeSchema = z.object({
  decided_at: z.nullable(z.string()),
  decided_by: z.nullable(z.string()),
  comment: z.nullable(z.string()),
})

/** Something that was done to a payout. */
export interface PayoutEvent extends Pick<Event, 'personId' | 'facts'> {
  readonly action: ChangeOfPayout
}

/** The audit log's entries of an action on a payout. They hold its new state, so that an older copy of its row is recognised. */
export function auditedPayout(
  { id, version }: PayoutAtVersion,
  { state, enteredBy, approvals, need }: Pick<ApprovalState, 'state' | 'enteredBy' | 'approvals' | 'need'>,
  events: readonly PayoutEvent[],
  before?: PayoutRow['state'],
): readonly Event[] {
  const thing = { type: 'payout', id } as const
  const from = before === undefined || before === state ? {} : { from: before }
  return events.map(({ facts, ...event }) => ({
    ...event,
    thing,
    facts: {
      ...facts,
      version,
      ...from,
      state,
      enteredBy,
      approvedBy: approvals.map(({ by }) => by),
      approvalsNeeded: need.needed,
    },
  }))
}

/**
 * Makes who has just changed the identifying details of a saved beneficiary an author of what waits for review there: it is not theirs to
 * judge any more. Who sends a payout to review later finds them among its authors anyway; `exceptId` is one that is being saved with it.
 */
export async function joinAuthors(tx: Transaction, person: Actor, beneficiaryId: string, exceptId = ''): Promise<void> {
  // One that was changed outside of the app cannot be approved.
  for (const row of await payoutsInReview(tx.db, beneficiaryId))
    if (row.id !== exceptId && isIntact(tx.encryption, 'payouts', row)) {
      const joined = transition(approvalStateOf(tx.encryption, row), { act: 'disqualify' }, person)
      await saveMoved(tx, row, joined, {}, { personId: person.id, action: 'payout.changed' })
    }
}

function changedSince(...ids: readonly string[]): Failure {
  return new Failure('VERSION_CONFLICT', { params: { what: 'payout' }, ids })
}

function undoPlace(id: string) {
  return { table: 'payouts', id, column: 'undo_encrypted' }
}
