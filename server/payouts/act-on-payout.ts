import type { Approval } from '#shared/api/payout.ts'
import type { Person } from '#shared/api/person.ts'
import { requireConfirmed } from '../beneficiaries/confirmed.ts'
import { detailsOfRow } from '../store/detail-columns.ts'
import { deletePayout, type PayoutRow } from '../store/payout-rows.ts'
import type { Transaction } from '../store/store.ts'
import { savedConfirmations } from './confirmations.ts'
import { keep, moved, payoutRow, type Seen } from './current-payout.ts'
import { commentColumn, indexPayout, lastReturn, unsent } from './payout-columns.ts'
import type { PayoutDeps } from './payout-deps.ts'
import { readWrittenPayout } from './payout-reading.ts'
import { requestColumns, requestHash, termsOfRow, todaysReading, verificationOf } from './saved-request.ts'
import { warningsHash, warningsOf } from './warnings.ts'

type Act = (tx: Transaction, deps: PayoutDeps, person: Person, seen: Seen) => Promise<PayoutRow>

/**
 * Sends a draft or what was returned to review, read again by the rules of today.
 * @throws Failure FIELDS_INVALID and WARNINGS_UNCONFIRMED beside what every act throws: NOT_FOUND, STATE_CONFLICT, ERASED, VERSION_CONFLICT
 */
export const submitPayout: Act = async (tx, deps, person, seen) => {
  const { encryption } = deps
  const row = await payoutRow(tx.db, seen.id)
  const { details, reading } = readWrittenPayout(detailsOfRow(encryption, 'payouts', row), termsOfRow(row))
  const hash = requestHash(encryption, row.id, reading.request)
  const approvalState = moved(row, seen, { act: 'submit', requestHash: hash }, person)
  const warned = { details, reading, beneficiaryId: row.beneficiary_id, payout: row }
  const confirmed = savedConfirmations(encryption, row).map(({ key }) => key)
  requireConfirmed(await warningsOf(tx.db, deps, warned), confirmed)
  await indexPayout(tx, encryption, row.id, { details, request: reading.request })
  await auditAction(tx, person, row, 'payout.submitted', { confirmed: row.confirmed_count })
  const at = deps.clock.date().toISOString()
  return keep(tx, row, approvalState, {
    ...requestColumns(encryption, row.id, reading.request),
    ...lastReturn(row),
    ...touched(person, at),
    submitted_at: at,
    submitted_by: person.id,
  })
}

/** Takes a payout back out of review, approved or not. */
export const withdrawPayout: Act = async (tx, deps, person, seen) => {
  const row = await payoutRow(tx.db, seen.id)
  const approvalState = moved(row, seen, { act: 'withdraw' }, person)
  await auditAction(tx, person, row, 'payout.withdrawn')
  return keep(tx, row, approvalState, {
    ...unsent,
    ...lastReturn(row),
    ...touched(person, deps.clock.date().toISOString()),
  })
}

/**
 * Approves exactly the request that was shown, with exactly the warnings that were.
 * @throws Failure OWN_ENTRY and APPROVAL_STALE beside what every act throws
 */
export async function approvePayout(
  tx: Transaction,
  deps: PayoutDeps,
  person: Person,
  seen: Seen,
  shown: Approval,
): Promise<PayoutRow> {
  const row = await payoutRow(tx.db, seen.id)
  const shownHash = shown.requestHash
  const warnings = { shownHash: shown.warningsHash, todaysHash: await todaysWarnings(tx, deps, row) }
  const approvalState = moved(
    row,
    seen,
    { act: 'approve', shownHash, verification: verificationOf(deps.encryption, row), warnings },
    person,
  )
  await auditAction(tx, person, row, 'payout.approved', { requestHash: shownHash })
  return keep(tx, row, approvalState, { ...decided(person, deps.clock.date().toISOString()), comment_encrypted: null })
}

async function todaysWarnings({ db }: Transaction, deps: PayoutDeps, row: PayoutRow): Promise<string> {
  const { encryption } = deps
  const details = detailsOfRow(encryption, 'payouts', row)
  const warned = { details, reading: todaysReading(encryption, row), beneficiaryId: row.beneficiary_id, payout: row }
  return warningsHash(encryption, row.id, await warningsOf(db, deps, warned))
}

/**
 * Gives a payout back to who entered it, with what is to change.
 * @throws Failure OWN_ENTRY beside what every act throws
 */
export async function returnPayout(
  tx: Transaction,
  deps: PayoutDeps,
  person: Person,
  seen: Seen,
  comment: string,
): Promise<PayoutRow> {
  const row = await payoutRow(tx.db, seen.id)
  const approvalState = moved(row, seen, { act: 'return' }, person)
  await auditAction(tx, person, row, 'payout.returned')
  const at = deps.clock.date().toISOString()
  return keep(tx, row, approvalState, { ...decided(person, at), ...commentColumn(deps.encryption, row.id, comment) })
}

/** Deletes what was never approved: a draft, or what was returned. */
export async function removePayout(tx: Transaction, person: Person, seen: Seen): Promise<void> {
  const row = await payoutRow(tx.db, seen.id)
  moved(row, seen, { act: 'delete' }, person)
  await auditAction(tx, person, row, 'payout.deleted')
  await deletePayout(tx.db, row.id)
}

function auditAction(
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
