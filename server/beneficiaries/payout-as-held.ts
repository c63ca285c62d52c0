import { payoutRequestSchema } from '#shared/api/payout-preview.ts'
import type { PersonalData } from '#shared/api/personal-data.ts'
import { detailsOfRow } from '../store/detail-columns.ts'
import type { PayoutRow } from '../store/payout-rows.ts'
import type { Sealing } from '../store/sealing.ts'

/** A payout in clear, with the copy that it keeps of the person. */
export function payoutAsHeld(sealing: Sealing, row: PayoutRow): PersonalData['payouts'][number] {
  const open = (column: 'request_sealed' | 'confirmed_sealed' | 'comment_sealed') =>
    row[column] === null ? null : sealing.open(row[column], { table: 'payouts', id: row.id, column })
  const request = open('request_sealed')
  const confirmed = open('confirmed_sealed')
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
    details: row.erased_at === null ? detailsOfRow(sealing, 'payouts', row) : null,
    request: request === null ? null : payoutRequestSchema.parse(JSON.parse(request)),
    confirmedWarnings: confirmed === null ? null : JSON.parse(confirmed),
    comment: open('comment_sealed'),
  }
}
