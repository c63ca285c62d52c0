import * as z from 'zod/mini'
import { canonicalJson } from '#shared/api/canonical-json.ts'
import { type PayoutRequest, payoutRequestSchema } from '#shared/api/payout-preview.ts'
import { detailsHash } from '../beneficiaries/details.ts'
import { readSaved, type Written } from '../beneficiaries/written-entry.ts'
import { Failure } from '../failure.ts'
import type { ChangeOfPayout } from '../store/audit/payout-trail.ts'
import type { Encryption, Place } from '../store/encryption/encryption.ts'
import { payoutEntry } from '../store/entry-columns.ts'
import { findPayouts, type PayoutChange, type PayoutRow, payoutsInReview, updatePayout } from '../store/payout-rows.ts'
import { isIntact } from '../store/row-mac.ts'
import { nameOf, numberTerms, payeeTerms, referenceTerms, replaceTerms, searchWords } from '../store/search-terms.ts'
import type { Event, Reader, Transaction } from '../store/store.ts'
import { approvalColumns, approvalStateOf } from './approval-columns.ts'
import type { Actor, ApprovalState, Move, Verification } from './approval-state.ts'
import { confirmationColumns, savedConfirmations } from './confirmations.ts'
import { untrue } from './genuine.ts'
import { transition } from './transition.ts'

/* A payout as it is saved: its row, the entry and the request in it, and how it moves from one state to another. */

/** A payout at the version that a person saw. */
export interface Seen {
  readonly id: string
  readonly version: number
}

/**
 * A payout that can be acted on.
 * @throws Failure NOT_FOUND, TAMPERED
 */
export async function payoutRow(reader: Reader, id: string): Promise<PayoutRow> {
  const row = (await payoutRowsOf(reader, [id])).get(id) ?? noSuchPayout()
  if (row instanceof Failure) throw row
  return row
}

/** The same of many, by their ids: each that is there, or why nothing can be done with it. */
export async function payoutRowsOf(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PayoutRow | Failure>> {
  const rows = await findPayouts(reader.db, ids)
  const refused = await untrue(reader, rows)
  return new Map(rows.map((row) => [row.id, refused.get(row) ?? row]))
}

export function noSuchPayout(): Failure {
  return new Failure('NOT_FOUND', { params: { what: 'payout' } })
}

/** Its entry, with what the rules of today make of it. */
export function writtenPayout(reader: Reader, row: PayoutRow): Written {
  return readSaved(reader, payoutEntry(reader, row))
}

/** What names a request of one payout: nobody can tell another request by it, nor move it to another payout. */
export function requestHash(encryption: Encryption, payoutId: string, request: PayoutRequest): string {
  return encryption.hash('request', canonicalJson({ payoutId, request }))
}

/** The columns that hold a request. */
export function requestColumns(reader: Reader, id: string, request: PayoutRequest) {
  const { encryption } = reader
  return {
    request_encrypted: encryption.encrypt(canonicalJson(request), placeOf(id, 'request_encrypted')),
    request_hash: requestHash(encryption, id, request),
    details_hash: detailsHash(reader, request),
  }
}

/** The request as it was saved; undefined once it was erased. */
export function savedRequest(
  { encryption }: Pick<Reader, 'encryption'>,
  { id, request_encrypted }: Pick<PayoutRow, 'id' | 'request_encrypted'>,
): PayoutRequest | undefined {
  if (request_encrypted === null) return undefined
  return payoutRequestSchema.parse(JSON.parse(encryption.decrypt(request_encrypted, placeOf(id, 'request_encrypted'))))
}

/** By what the request of a saved payout proves to be the one that is meant. */
export function verificationOf(reader: Reader, row: PayoutRow, written = writtenPayout(reader, row)): Verification {
  const saved = savedRequest(reader, row)
  const { errors, request } = written.reading
  return {
    storedHash: saved === undefined ? '' : requestHash(reader.encryption, row.id, saved),
    todaysHash: errors.length > 0 ? null : requestHash(reader.encryption, row.id, request),
  }
}

/**
 * Where a payout stands after a move. Whether it may be done is said before which version was seen: a stale approval stays one.
 * @throws Failure as {@link transition} does, and VERSION_CONFLICT
 */
export function moved({ encryption }: Reader, row: PayoutRow, seen: Seen, move: Move, actor: Actor): ApprovalState {
  const approvalState = transition(approvalStateOf(encryption, row), move, actor)
  if (row.version !== seen.version) throw changedSince(row.id)
  return approvalState
}

/** Saves where a payout stands now, with what else has changed of it, and what the audit log says of that. */
export async function saveMoved(
  tx: Transaction,
  row: PayoutRow,
  approvalState: ApprovalState,
  change: Omit<PayoutChange, keyof ReturnType<typeof approvalColumns> | 'undo_encrypted'>,
  ...events: readonly PayoutEvent[]
): Promise<PayoutRow> {
  const { row: next, events: entries } = await writeMoved(tx, row, approvalState, change, ...events)
  await tx.audit(...entries)
  return next
}

/** The same, but for the audit log: who moves many at once writes what it says of them together. */
export async function writeMoved(
  tx: Transaction,
  row: PayoutRow,
  approvalState: ApprovalState,
  change: Omit<PayoutChange, keyof ReturnType<typeof approvalColumns> | 'undo_encrypted'>,
  ...events: readonly PayoutEvent[]
): Promise<{ readonly row: PayoutRow; readonly events: readonly Event[] }> {
  const columns = {
    ...(row.approvals_count > 0 && undecided),
    ...reviewColumns(tx, row, approvalState),
    ...change,
    ...approvalColumns(tx.encryption, row.id, approvalState),
    ...decisionColumns(tx, row, approvalState),
    ...lastApproval(approvalState),
  }
  const next = await updatePayout(tx, row, columns)
  if (next === undefined) throw changedSince(row.id)
  return { row: next, events: auditedPayout(next, approvalState, events, row.state) }
}

/** What a reviewer confirmed ends with their approval. */
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
  const undo_encrypted = tx.encryption.encrypt(before, placeOf(row.id, 'undo_encrypted'))
  return { decided_at: decision.at, decided_by: decision.by, undo_encrypted }
}

/** The columns that the newest decision took the place of. */
export function undoneColumns(tx: Transaction, { id, undo_encrypted }: PayoutRow) {
  const json = undo_encrypted === null ? '{}' : tx.encryption.decrypt(undo_encrypted, placeOf(id, 'undo_encrypted'))
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

/** What was done to a payout as it enters the audit log, with where it stands since: so its row can be told from an older one of its own. */
export function auditedPayout(
  { id, version }: Seen,
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
  // One that was changed outside of the app is approved by nobody.
  for (const row of await payoutsInReview(tx.db, beneficiaryId))
    if (row.id !== exceptId && isIntact(tx.encryption, 'payouts', row)) {
      const joined = transition(approvalStateOf(tx.encryption, row), { act: 'disqualify' }, person)
      await saveMoved(tx, row, joined, {}, { personId: person.id, action: 'payout.changed' })
    }
}

/** Nobody has decided. */
export const undecided = { decided_at: null, decided_by: null } as const

/** Nobody has sent it to review, so nobody has decided either. */
export const unsent = { submitted_at: null, submitted_by: null, ...undecided } as const

/** Who returned it last, when and why stays in sight until somebody approves; else nobody has decided. */
export function lastReturn(row: PayoutRow): Pick<PayoutRow, 'decided_at' | 'decided_by'> {
  return row.comment_encrypted === null ? undecided : { decided_at: row.decided_at, decided_by: row.decided_by }
}

/** The comment with which a payout was returned. */
export function commentOf({ encryption }: Reader, { id, comment_encrypted }: PayoutRow): string | null {
  return comment_encrypted === null ? null : encryption.decrypt(comment_encrypted, placeOf(id, 'comment_encrypted'))
}

export function commentColumn({ encryption }: Reader, id: string, comment: string) {
  return { comment_encrypted: encryption.encrypt(comment, placeOf(id, 'comment_encrypted')) }
}

/** Lets a payout be found by what it says now. */
export function indexPayout(tx: Transaction, id: string, written: Written): Promise<void> {
  return replaceTerms(tx.db, 'payout', id, payoutTerms(tx, written))
}

/** What a payout is found by. */
export function payoutTerms(reader: Reader, { entry, reading: { request } }: Written): readonly string[] {
  const words = searchWords(nameOf(entry, reader.fields)).map((word) => `w:${word}`)
  const payee = payeeTerms(reader, entry, request)
  return [...words, ...numberTerms(reader, request), ...payee, ...referenceTerms(reader, request)]
}

function changedSince(id: string): Failure {
  return new Failure('VERSION_CONFLICT', { params: { what: 'payout' }, ids: [id] })
}

function placeOf(id: string, column: 'request_encrypted' | 'comment_encrypted' | 'undo_encrypted'): Place {
  return { table: 'payouts', id, column }
}
