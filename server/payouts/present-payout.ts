import type { Payout } from '#shared/api/payout.ts'
import type { Person } from '#shared/api/person.ts'
import { maskedOf } from '../beneficiaries/masked.ts'
import { erasedName } from '../beneficiaries/present.ts'
import { detailsOfRow } from '../store/detail-columns.ts'
import type { Encryption } from '../store/encryption.ts'
import type { PayoutRow } from '../store/payout-rows.ts'
import { personNames } from '../store/person-names.ts'
import { nameOf } from '../store/search-words.ts'
import type { Transaction } from '../store/store.ts'
import { commentOf } from './payout-columns.ts'
import { approvalStateOf } from './saved-request.ts'
import { actionsOf, whyNotApprove } from './transition.ts'

/** Payouts as lists and screens show them to a person: what is encrypted only by its end. */
export async function presentPayouts(
  db: Transaction['db'],
  encryption: Encryption,
  person: Person,
  rows: readonly PayoutRow[],
): Promise<readonly Payout[]> {
  const ids = rows.flatMap((row) => [
    row.created_by,
    row.updated_by,
    row.submitted_by,
    row.decided_by,
    ...approvalStateOf(row).enteredBy,
  ])
  const personOf = await personNames(db, ids)
  return rows.map((row) => presented(encryption, person, row, personOf))
}

/** One payout, as {@link presentPayouts}. */
export async function presentPayout(
  db: Transaction['db'],
  encryption: Encryption,
  person: Person,
  row: PayoutRow,
): Promise<Payout> {
  const [payout] = await presentPayouts(db, encryption, person, [row])
  if (payout === undefined) throw new Error('One row makes one payout.')
  return payout
}

function presented(encryption: Encryption, person: Person, row: PayoutRow, personOf: (id: string) => Person): Payout {
  const approvalState = approvalStateOf(row)
  const details = detailsOfRow(encryption, 'payouts', row)
  const personIfAny = (id: string | null) => (id === null ? null : personOf(id))
  return {
    id: row.id,
    version: row.version,
    state: row.state,
    beneficiaryId: row.beneficiary_id,
    name: approvalState.isErased ? erasedName : nameOf(details),
    country: row.country,
    method: row.method,
    masked: maskedOf(details),
    bankName: row.bank_name,
    amount: row.amount,
    currencyCode: row.currency_code,
    externalReference: row.external_reference,
    paymentReason: row.payment_reason,
    testMode: row.test_mode === 1,
    warnings: row.confirmed_count,
    comment: commentOf(encryption, row),
    createdAt: row.created_at,
    createdBy: personOf(row.created_by),
    updatedAt: row.updated_at,
    updatedBy: personOf(row.updated_by),
    enteredBy: approvalState.enteredBy.map(personOf),
    submittedAt: row.submitted_at,
    submittedBy: personIfAny(row.submitted_by),
    decidedAt: row.decided_at,
    decidedBy: personIfAny(row.decided_by),
    exportedAt: row.exported_at,
    // Nothing changes it after its export but another one.
    exportedBy: row.state === 'exported' ? personOf(row.updated_by) : null,
    erasedAt: row.erased_at,
    actions: [...actionsOf(approvalState, person.id)],
    whyNotApprove: whyNotApprove(approvalState, person.id),
  }
}
