import { canonicalJson } from '#shared/api/canonical-json.ts'
import type { Terms } from '#shared/api/payout.ts'
import { type PayoutRequest, payoutRequestSchema } from '#shared/api/payout-preview.ts'
import { decimalTextOf } from '#shared/payout/amount.ts'
import { detailsOfRow } from '../store/detail-columns.ts'
import type { Encryption } from '../store/encryption.ts'
import type { PayoutRow } from '../store/payout-rows.ts'
import { rereadPayout, textIn } from './payout-reading.ts'
import type { ApprovalState, Verification } from './transition.ts'

/** What names a request of one payout: nobody can tell another request by it, nor move it to another payout. */
export function requestHash(encryption: Encryption, payoutId: string, request: PayoutRequest): string {
  return encryption.hash('request', canonicalJson({ payoutId, request }))
}

/** The columns that hold a request. */
export function requestColumns(encryption: Encryption, id: string, request: PayoutRequest) {
  return {
    request_encrypted: encryption.encrypt(canonicalJson(request), placeOf(id)),
    request_hash: requestHash(encryption, id, request),
    // A request has its amount as a number of at most 15 digits, so this is the same decimal.
    amount: decimalTextOf(Number(request.amount)),
    currency_code: textIn(request, 'currencyCode'),
    external_reference: textIn(request, 'externalReference'),
  }
}

/** The request as it was kept; undefined once it was erased. */
export function savedRequest(
  encryption: Encryption,
  { id, request_encrypted }: Pick<PayoutRow, 'id' | 'request_encrypted'>,
): PayoutRequest | undefined {
  if (request_encrypted === null) return undefined
  return payoutRequestSchema.parse(JSON.parse(encryption.open(request_encrypted, placeOf(id))))
}

/** The terms of a payout, as the form shows them. */
export function termsOfRow(row: PayoutRow): Terms {
  return {
    amount: typedAmount(row.amount),
    currencyCode: row.currency_code,
    externalReference: row.external_reference,
    ...(row.payment_reason !== '' && { PaymentReason: row.payment_reason }),
    ...(row.notification_url !== '' && { NotificationUrl: row.notification_url }),
    ...(row.terms_approved === 1 && { TermsApproved: true }),
    ...(row.test_mode === 1 && { testMode: true }),
  }
}

/** What the rules of today make of a kept payout. */
export function todaysReading(encryption: Encryption, row: PayoutRow) {
  return rereadPayout(detailsOfRow(encryption, 'payouts', row), termsOfRow(row))
}

/** By what the request of a kept payout proves to be the one that is meant. */
export function verificationOf(encryption: Encryption, row: PayoutRow): Verification {
  const kept = savedRequest(encryption, row)
  const { errors, request } = todaysReading(encryption, row)
  return {
    storedHash: kept === undefined ? '' : requestHash(encryption, row.id, kept),
    todaysHash: errors.length > 0 ? null : requestHash(encryption, row.id, request),
  }
}

export function approvalStateOf(row: PayoutRow): ApprovalState {
  return {
    state: row.state,
    enteredBy: enteredBy(row),
    accountBy: row.account_by,
    requestHash: row.request_hash,
    approvedHash: row.approved_hash,
    isErased: row.erased_at !== null,
  }
}

function enteredBy({ entered_by }: PayoutRow): readonly string[] {
  const ids: unknown = JSON.parse(entered_by)
  return Array.isArray(ids) ? ids.map(String) : []
}

/** A form asks back at 1.234, which may mean a thousand; with a last zero it is only what it says. */
function typedAmount(decimal: string): string {
  return /^[1-9]\d{0,2}\.\d{3}$/.test(decimal) ? `${decimal}0` : decimal
}

function placeOf(id: string) {
  return { table: 'payouts', id, column: 'request_encrypted' }
}
