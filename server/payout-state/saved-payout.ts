import { canonicalJson } from '#shared/api/canonical-json.ts'
import { type PayoutRequest, payoutRequestSchema } from '#shared/api/payout-preview.ts'
import { detailsHash } from '../entry/details.ts'
import { payoutValues } from '../entry/entry-columns.ts'
import { findPayouts, type PayoutRow } from '../entry/payout-rows.ts'
import { type EntryWithReading, readSaved } from '../entry/written-entry.ts'
import { Failure } from '../kernel/failure.ts'
import { type PaidEntry, payeeTerms } from '../search/payee-terms.ts'
import { numberTerms, payeeName, referenceTerms, replaceTerms, searchWords } from '../search/search-terms.ts'
import type { CellAddress, Encryption } from '../store/encryption/encryption.ts'
import type { Reader, Transaction } from '../store/store.ts'
import type { Verification } from './approval-state.ts'
import { untrue } from './genuine.ts'

/* A payout as it is saved: its row, the entry and the request in it. */

/** A payout at the version that a person saw. */
export interface PayoutAtVersion {
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

/** The same of many, by their ids: each that exists, or why no action on it is possible. */
export async function payoutRowsOf(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PayoutRow | Failure>> {
  let rows = await findPayouts(reader.db, ids)
  let refused = await untrue(reader, rows)
  if (refused.size > 0) {
    // Outside of a transaction one may have moved on between the reading of its row and of its entries.
    rows = await findPayouts(reader.db, ids)
    refused = await untrue(reader, rows)
  }
  return new Map(rows.map((row) => [row.id, refused.get(row) ?? row]))
}

export function noSuchPayout(): Failure {
  return new Failure('NOT_FOUND', { params: { what: 'payout' } })
}

/** Its entry, with what the rules of today make of it. */
export function writtenPayout(reader: Reader, row: PayoutRow): EntryWithReading {
  const { entry, decided, unreadAmount } = payoutValues(reader, row)
  return { ...readSaved(reader, entry), decided, unreadAmount }
}

/** A keyed hash of a payout's request: it reveals nothing of the request, and fits no other payout. */
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

/** The columns of a payout without a decision. */
export const undecided = { decided_at: null, decided_by: null } as const

/** The columns of a payout that was not sent to review, and so has no decision either. */
export const unsent = { submitted_at: null, submitted_by: null, ...undecided } as const

/** Who returned it last, and when, remains until the payout is approved; without a return there is no decision. */
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
export function indexPayout(tx: Transaction, id: string, paid: PaidEntry): Promise<void> {
  return replaceTerms(tx.db, 'payout', id, payoutTerms(tx, paid))
}

/** What a payout is found by. */
export function payoutTerms(reader: Reader, paid: PaidEntry): readonly string[] {
  const { entry, reading } = paid.written
  const words = searchWords(payeeName(entry, reader.fields)).map((word) => `w:${word}`)
  const numbers = numberTerms(reader, reading.request)
  return [...words, ...numbers, ...payeeTerms(reader, paid), ...referenceTerms(reader, reading.request)]
}

function placeOf(id: string, column: 'request_encrypted' | 'comment_encrypted'): CellAddress {
  return { table: 'payouts', id, column }
}
