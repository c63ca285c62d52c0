import { deletePayout, type PayoutRow } from '../entry/payout-rows.ts'
import { caught, Failure } from '../kernel/failure.ts'
import { approvalStateOf } from '../payout-state/approval-columns.ts'
import { theApp } from '../payout-state/approval-state.ts'
import { countColumns, savedConfirmations } from '../payout-state/confirmations.ts'
import { moved, movedRow, saveMoved, undoneColumns } from '../payout-state/moved-payout.ts'
import {
  commentColumn,
  indexPayout,
  lastReturn,
  noSuchPayout,
  type PayoutAtVersion,
  payoutRowsOf,
  requestColumns,
  requestHash,
  undecided,
  unsent,
  verificationOf,
  writtenPayout,
} from '../payout-state/saved-payout.ts'
import { transition } from '../payout-state/transition.ts'
import type { Actor } from '../people/member.ts'
import { type Need, oneApproval } from '../policy/approvals-needed.ts'
import { auditedPayment } from '../policy/audited-payees.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { type AssessmentFacts, factsFor, reviewOf } from './facts.ts'
import { type CurrentPayout, type MoveResults, moveRows, moveTogether } from './move-together.ts'
import { rowToAssess, warningsOf } from './warnings.ts'

/** What is done with payouts one after the other. */
export type PayoutsOperation = (
  tx: Transaction,
  person: Actor,
  given: readonly PayoutAtVersion[],
) => Promise<MoveResults>

/** Makes the person an author of others' drafts, so that work on them continues without the first author. */
export const takeOverPayouts: PayoutsOperation = (tx, person, given) =>
  moveRows(tx, given, (seen, row) => {
    const approvalState = moved(tx, row, seen, { act: 'takeOver' }, person)
    const event = { personId: person.id, action: 'payout.changed', facts: { takenOver: true } } as const
    return movedRow(tx, row, approvalState, touched(person, tx.now().toISOString()), event)
  })

/** Takes payouts back out of review, approved or not. */
export const withdrawPayouts: PayoutsOperation = (tx, person, given) =>
  moveRows(tx, given, (seen, row) => {
    const approvalState = moved(tx, row, seen, { act: 'withdraw' }, person)
    const change = { ...unsent, ...lastReturn(row), ...touched(person, tx.now().toISOString()) }
    return movedRow(tx, row, approvalState, change, { personId: person.id, action: 'payout.withdrawn' })
  })

/** Gives payouts back to who entered them, with what is to change. Each can be refused by OWN_ENTRY besides what every action is. */
export function returnPayouts(
  tx: Transaction,
  person: Actor,
  given: readonly PayoutAtVersion[],
  comment: string,
): Promise<MoveResults> {
  return moveRows(tx, given, (seen, row) => {
    const at = tx.now().toISOString()
    const approvalState = moved(tx, row, seen, { act: 'return', at }, person)
    const change = { ...touched(person, at), ...commentColumn(tx, row.id, comment) }
    return movedRow(tx, row, approvalState, change, { personId: person.id, action: 'payout.returned' })
  })
}

/** Deletes what was never approved: drafts, and what was returned. Answers each as it was. */
export const removePayouts: PayoutsOperation = async (tx, person, given) => {
  const rows = await payoutRowsOf(
    tx,
    given.map(({ id }) => id),
  )
  const results = given.map((seen) => {
    const row = rows.get(seen.id) ?? noSuchPayout()
    if (row instanceof Failure) return row
    return caught(() => {
      moved(tx, row, seen, { act: 'delete' }, person)
      return row
    })
  })
  const gone = results.flatMap((row) => (row instanceof Failure ? [] : row.id))
  const deleted = { personId: person.id, action: 'payout.deleted' } as const
  await tx.audit(...gone.map((id) => ({ ...deleted, thing: { type: 'payout', id } as const })))
  for (const id of gone) await deletePayout(tx.db, id)
  return results
}

/** When the undoing of an act was asked for that has decided about many, and when it ended. */
interface AskedUndo {
  readonly at: string
  readonly since: string
}

/**
 * Takes the reviewer's own decisions of a moment ago back: each payout waits for review as it did, for as many approvals as it takes by now and
 * not of those who have typed its details meanwhile. Each can be refused by UNDO_REFUSED besides what every action is. What speaks against one is
 * the same once those before it are taken back.
 */
export async function undoDecisions(
  tx: Transaction,
  person: Actor,
  given: readonly PayoutAtVersion[],
  asked?: AskedUndo,
): Promise<MoveResults> {
  return moveTogether(tx, given, async (read, facts) => {
    const needs = await needsOfReturned(tx, read, facts)
    return (seen, { row, written, warnings }) => {
      const at = tx.now().toISOString()
      const need = needs.get(row.id) ?? oneApproval
      const { detailsBy } = reviewOf(tx, facts, { row, written, warnings })
      const approvalState = moved(tx, row, seen, { act: 'undo', need, detailsBy, at, ...asked }, person)
      const approvers = approvalState.approvals.map(({ by }) => by)
      const stay = savedConfirmations(tx, row).filter(({ isReview, by }) => isReview !== true || approvers.includes(by))
      const change = { ...touched(person, at), ...undoneColumns(tx, row), ...countColumns(warnings, stay) }
      // Of two approvals the first leaves a payout in review, and so does taking it back.
      const undid = { undid: row.approvals_count > 0 ? 'approved' : row.state }
      return movedRow(tx, row, approvalState, change, { personId: person.id, action: 'payout.undone', facts: undid })
    }
  })
}

/** What was approved has counted for the others all the time; what was returned has not, and counts them now. */
async function needsOfReturned(tx: Transaction, read: readonly CurrentPayout[], facts: AssessmentFacts) {
  const needs = new Map<string, Need>()
  for (const { row, written } of read) {
    if (row.state !== 'returned') continue
    const warnings = warningsOf(tx, facts, rowToAssess(row, written))
    needs.set(row.id, await reviewOf(tx, facts, { row, written, warnings }).need())
  }
  return needs
}

/**
 * A payout with the request that the rules of today make of it: where it is another than was kept, an approval has ended and
 * the new one waits for review; where today's rules find errors, it is returned with them. One that was exported stays.
 */
export async function reopenIfStale(tx: Transaction, row: PayoutRow): Promise<PayoutRow> {
  if (!isStale(tx, row)) return row
  const written = writtenPayout(tx, row)
  const { request, errors } = written.reading
  const isFaulty = errors.length > 0
  if (isFaulty && (row.state === 'draft' || row.state === 'returned')) return row
  const hash = isFaulty ? null : requestHash(tx.encryption, row.id, request)
  const weighed = rowToAssess(row, written)
  const facts = await factsFor(tx, [weighed])
  const warnings = isFaulty ? [] : warningsOf(tx, facts, weighed)
  const { paid, detailsBy, ...review } = reviewOf(tx, facts, { row, written, warnings })
  const need = await review.need()
  const before = approvalStateOf(tx.encryption, row)
  const approvalState = transition(before, { act: 'reopen', requestHash: hash, need, detailsBy }, theApp)
  if (!isFaulty) await indexPayout(tx, row.id, paid)
  const change = {
    ...(isFaulty
      ? { comment_encrypted: null, ...undecided }
      : { ...requestColumns(tx, row.id, request), ...lastReturn(row) }),
    updated_at: tx.now().toISOString(),
  }
  const audited = { rulesChanged: true, ...(!isFaulty && auditedPayment(tx, paid)) }
  const event = { action: 'payout.changed', facts: audited } as const
  return saveMoved(tx, row, approvalState, change, { personId: null, ...event })
}

/** Whether the rules of today make another request of a payout than the one it was saved with; never of one that has gone out. */
export function isStale(reader: Reader, row: PayoutRow): boolean {
  if (row.state === 'exported' || row.erased_at !== null) return false
  const { storedHash, todaysHash } = verificationOf(reader, row)
  return storedHash !== row.request_hash || todaysHash !== row.request_hash
}

export function touched({ id }: Actor, at: string) {
  return { updated_at: at, updated_by: id }
}
