import { canonicalJson } from '#shared/api/canonical-json.ts'
import type { Terms } from '#shared/api/payout.ts'
import { type PayoutRequest, payoutRequestSchema } from '#shared/api/payout-preview.ts'
import { decimalTextOf } from '#shared/payout/amount.ts'
import { detailsOfRow } from '../store/detail-columns.ts'
import type { PayoutRow } from '../store/payout-rows.ts'
import type { Sealing } from '../store/sealing.ts'
import { rereadPayout, textIn } from './payout-reading.ts'
import type { Proof, Standing } from './transition.ts'

/** What names a request of one payout: nobody can tell another request by it, nor move it to another payout. */
export function requestHash(sealing: Sealing, payoutId: string, request: PayoutRequest): string {
  return sealing.hash('request', canonicalJson({ payoutId, request }))
}

/** The columns that hold a request. */
export function requestColumns(sealing: Sealing, id: string, request: PayoutRequest) {
  return {
    request_sealed: sealing.seal(canonicalJson(request), placeOf(id)),
    request_hash: requestHash(sealing, id, request),
    // A request has its amount as a number of at most 15 digits, so this is the same decimal.
    amount: decimalTextOf(Number(request.amount)),
    currency_code: textIn(request, 'currencyCode'),
    external_reference: textIn(request, 'externalReference'),
  }
}

/** The request as it was kept; undefined once it was erased. */
export function keptRequest(
  sealing: Sealing,
  { id, request_sealed }: Pick<PayoutRow, 'id' | 'request_sealed'>,
): PayoutRequest | undefined {
  if (request_sealed === null) return undefined
  return payoutRequestSchema.parse(JSON.parse(sealing.open(request_sealed, placeOf(id))))
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
export function todaysReading(sealing: Sealing, row: PayoutRow) {
  return rereadPayout(detailsOfRow(sealing, 'payouts', row), termsOfRow(row))
}

/** By what the request of a kept payout proves to be the one that is meant. */
export function proofOf(sealing: Sealing, row: PayoutRow): Proof {
  const kept = keptRequest(sealing, row)
  const { faults, request } = todaysReading(sealing, row)
  return {
    storedHash: kept === undefined ? '' : requestHash(sealing, row.id, kept),
    todaysHash: faults.length > 0 ? null : requestHash(sealing, row.id, request),
  }
}

export function standingOf(row: PayoutRow): Standing {
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
  return { table: 'payouts', id, column: 'request_sealed' }
}
