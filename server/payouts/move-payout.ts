import type { Approval } from '#shared/api/payout.ts'
import type { Person } from '#shared/api/person.ts'
import { requireConfirmed } from '../beneficiaries/confirmed.ts'
import { detailsOfRow } from '../store/detail-columns.ts'
import { deletePayout, type PayoutRow } from '../store/payout-rows.ts'
import type { Transaction } from '../store/store.ts'
import { keptConfirmations } from './confirmations.ts'
import { keep, moved, payoutRow, type Seen } from './current-payout.ts'
import { proofOf, requestColumns, requestHash, termsOfRow, todaysReading } from './kept-request.ts'
import { commentColumn, indexPayout, lastReturn, unsent } from './payout-columns.ts'
import type { PayoutParts } from './payout-parts.ts'
import { readWrittenPayout } from './payout-reading.ts'
import { warningsHash, warningsOf } from './warnings.ts'

type Act = (tx: Transaction, parts: PayoutParts, person: Person, seen: Seen) => Promise<PayoutRow>

/**
 * Sends a draft or what was returned to review, read anew by the rules of today.
 * @throws Failure FIELDS_INVALID and WARNINGS_UNCONFIRMED beside what every act throws: NOT_FOUND, STATE_CONFLICT, ERASED, VERSION_CONFLICT
 */
export const submitPayout: Act = async (tx, parts, person, seen) => {
  const { sealing } = parts
  const row = await payoutRow(tx.db, seen.id)
  const { details, reading } = readWrittenPayout(detailsOfRow(sealing, 'payouts', row), termsOfRow(row))
  const hash = requestHash(sealing, row.id, reading.request)
  const standing = moved(row, seen, { act: 'submit', requestHash: hash }, person)
  const warned = { details, reading, beneficiaryId: row.beneficiary_id, payout: row }
  const confirmed = keptConfirmations(sealing, row).map(({ key }) => key)
  requireConfirmed(await warningsOf(tx.db, parts, warned), confirmed)
  await indexPayout(tx, sealing, row.id, { details, request: reading.request })
  await recordAct(tx, person, row, 'payout.submitted', { confirmed: row.confirmed_count })
  const at = parts.clock.date().toISOString()
  return keep(tx, row, standing, {
    ...requestColumns(sealing, row.id, reading.request),
    ...lastReturn(row),
    ...touched(person, at),
    submitted_at: at,
    submitted_by: person.id,
  })
}

/** Takes a payout back out of review, approved or not. */
export const withdrawPayout: Act = async (tx, parts, person, seen) => {
  const row = await payoutRow(tx.db, seen.id)
  const standing = moved(row, seen, { act: 'withdraw' }, person)
  await recordAct(tx, person, row, 'payout.withdrawn')
  return keep(tx, row, standing, {
    ...unsent,
    ...lastReturn(row),
    ...touched(person, parts.clock.date().toISOString()),
  })
}

/**
 * Approves exactly the request that was shown, with exactly the warnings that were.
 * @throws Failure OWN_ENTRY and APPROVAL_STALE beside what every act throws
 */
export async function approvePayout(
  tx: Transaction,
  parts: PayoutParts,
  person: Person,
  seen: Seen,
  shown: Approval,
): Promise<PayoutRow> {
  const row = await payoutRow(tx.db, seen.id)
  const shownHash = shown.requestHash
  const warnings = { shownHash: shown.warningsHash, todaysHash: await todaysWarnings(tx, parts, row) }
  const standing = moved(row, seen, { act: 'approve', shownHash, proof: proofOf(parts.sealing, row), warnings }, person)
  await recordAct(tx, person, row, 'payout.approved', { requestHash: shownHash })
  return keep(tx, row, standing, { ...decided(person, parts.clock.date().toISOString()), comment_sealed: null })
}

async function todaysWarnings({ db }: Transaction, parts: PayoutParts, row: PayoutRow): Promise<string> {
  const { sealing } = parts
  const details = detailsOfRow(sealing, 'payouts', row)
  const warned = { details, reading: todaysReading(sealing, row), beneficiaryId: row.beneficiary_id, payout: row }
  return warningsHash(sealing, row.id, await warningsOf(db, parts, warned))
}

/**
 * Gives a payout back to who entered it, with what is to change.
 * @throws Failure OWN_ENTRY beside what every act throws
 */
export async function returnPayout(
  tx: Transaction,
  parts: PayoutParts,
  person: Person,
  seen: Seen,
  comment: string,
): Promise<PayoutRow> {
  const row = await payoutRow(tx.db, seen.id)
  const standing = moved(row, seen, { act: 'return' }, person)
  await recordAct(tx, person, row, 'payout.returned')
  const at = parts.clock.date().toISOString()
  return keep(tx, row, standing, { ...decided(person, at), ...commentColumn(parts.sealing, row.id, comment) })
}

/** Deletes what was never approved: a draft, or what was returned. */
export async function removePayout(tx: Transaction, person: Person, seen: Seen): Promise<void> {
  const row = await payoutRow(tx.db, seen.id)
  moved(row, seen, { act: 'delete' }, person)
  await recordAct(tx, person, row, 'payout.deleted')
  await deletePayout(tx.db, row.id)
}

function recordAct(
  tx: Transaction,
  person: Person,
  { id }: PayoutRow,
  action: `payout.${'submitted' | 'withdrawn' | 'approved' | 'returned' | 'deleted'}`,
  facts: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  return tx.record({ personId: person.id, action, thing: { type: 'payout', id }, facts })
}

function touched({ id }: Person, at: string) {
  return { updated_at: at, updated_by: id }
}

function decided(person: Person, at: string) {
  return { ...touched(person, at), decided_at: at, decided_by: person.id }
}
