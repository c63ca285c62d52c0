import type { Details } from '#shared/api/details.ts'
import type { Terms } from '#shared/api/payout.ts'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import type { PayoutRow } from '../store/payout-rows.ts'
import type { Sealing } from '../store/sealing.ts'
import { detailTerms, replaceTerms } from '../store/search-terms.ts'
import type { Transaction } from '../store/store.ts'
import { textIn } from './payout-reading.ts'
import { referenceKey } from './references.ts'
import type { Standing } from './transition.ts'

/** The columns that a move decides about. */
export function standingColumns({ state, enteredBy, accountBy, requestHash, approvedHash }: Standing) {
  return {
    state,
    entered_by: JSON.stringify(enteredBy),
    account_by: accountBy,
    request_hash: requestHash,
    approved_hash: approvedHash,
  }
}

/** The columns of the terms that are kept as typed. */
export function termColumns(terms: Terms) {
  return {
    payment_reason: terms.PaymentReason ?? '',
    notification_url: terms.NotificationUrl ?? '',
    terms_approved: terms.TermsApproved === true ? 1 : 0,
    test_mode: terms.testMode === true ? 1 : 0,
  }
}

/** Who returned it last, when and why stays in sight until somebody approves; else nobody has decided. */
export function lastReturn(row: PayoutRow): { readonly decided_at: string | null; readonly decided_by: string | null } {
  return row.comment_sealed === null ? undecided : { decided_at: row.decided_at, decided_by: row.decided_by }
}

/** Nobody has decided. */
export const undecided = { decided_at: null, decided_by: null } as const

/** Nobody has sent it to review, so nobody has decided either. */
export const unsent = { submitted_at: null, submitted_by: null, ...undecided } as const

/** Lets a payout be found by what it says now. */
export async function indexPayout(
  { db }: Transaction,
  sealing: Sealing,
  id: string,
  { details, request }: { readonly details: Details; readonly request: PayoutRequest },
): Promise<void> {
  const reference = `r:${referenceKey(textIn(request, 'externalReference'))}`
  await replaceTerms(db, 'payout', id, [...detailTerms(sealing, details, request), reference])
}

/** The comment with which a payout was returned. */
export function commentOf(
  sealing: Sealing,
  { id, comment_sealed }: Pick<PayoutRow, 'id' | 'comment_sealed'>,
): string | null {
  return comment_sealed === null ? null : sealing.open(comment_sealed, commentPlace(id))
}

export function commentColumn(sealing: Sealing, id: string, comment: string) {
  return { comment_sealed: sealing.seal(comment, commentPlace(id)) }
}

function commentPlace(id: string) {
  return { table: 'payouts', id, column: 'comment_sealed' }
}
