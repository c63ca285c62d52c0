import { payoutRequestSchema } from '#shared/api/payout-preview.ts'
import type { PersonalData } from '#shared/api/personal-data.ts'
import { detailsOfRow } from '../store/detail-columns.ts'
import type { Encryption } from '../store/encryption.ts'
import type { PayoutRow } from '../store/payout-rows.ts'

/** A payout in clear, with the copy that it keeps of the person. */
export function payoutAsHeld(encryption: Encryption, row: PayoutRow): PersonalData['payouts'][number] {
  const open = (column: 'request_encrypted' | 'confirmed_encrypted' | 'comment_encrypted') =>
    row[column] === null ? null : encryption.open(row[column], { table: 'payouts', id: row.id, column })
  const request = open('request_encrypted')
  const confirmed = open('confirmed_encrypted')
  return {
    id: row.id,
    state: row.state,
    beneficiaryVersion: row.beneficiary_version,
    amount: row.amount,
    currencyCode: row.currency_code,
    externalReference: row.external_reference,
    paymentReason: row.payment_reason,
    notificationUrl: row.notification_url,
    testMode: row.test_mode === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    submittedAt: row.submitted_at,
    decidedAt: row.decided_at,
    exportedAt: row.exported_at,
    details: row.erased_at === null ? detailsOfRow(encryption, 'payouts', row) : null,
    request: request === null ? null : payoutRequestSchema.parse(JSON.parse(request)),
    confirmedWarnings: confirmed === null ? null : JSON.parse(confirmed),
    comment: open('comment_encrypted'),
  }
}
