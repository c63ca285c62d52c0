import type { Details } from '#shared/api/details.ts'
import type { Terms } from '#shared/api/payout.ts'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import type { Encryption } from '../store/encryption.ts'
import type { PayoutRow } from '../store/payout-rows.ts'
import { detailTerms, replaceTerms } from '../store/search-terms.ts'
import type { Transaction } from '../store/store.ts'
import { textIn } from './payout-reading.ts'
import { referenceKey } from './references.ts'
import type { ApprovalState } from './transition.ts'

/** The columns that a move decides about. */
export function approvalColumns({ state, enteredBy, accountBy, requestHash, approvedHash }: ApprovalState) {
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
  return row.comment_encrypted === null ? undecided : { decided_at: row.decided_at, decided_by: row.decided_by }
}

/** Nobody has decided. */
export const undecided = { decided_at: null, decided_by: null } as const

/** Nobody has sent it to review, so nobody has decided either. */
export const unsent = { submitted_at: null, submitted_by: null, ...undecided } as const

/** Lets a payout be found by what it says now. */
export async function indexPayout(
  { db }: Transaction,
  encryption: Encryption,
  id: string,
  { details, request }: { readonly details: Details; readonly request: PayoutRequest },
): Promise<void> {
  const reference = `r:${referenceKey(textIn(request, 'externalReference'))}`
  await replaceTerms(db, 'payout', id, [...detailTerms(encryption, details, request), reference])
}

/** The comment with which a payout was returned. */
export function commentOf(
  encryption: Encryption,
  { id, comment_encrypted }: Pick<PayoutRow, 'id' | 'comment_encrypted'>,
): string | null {
  return comment_encrypted === null ? null : encryption.open(comment_encrypted, commentPlace(id))
}

export function commentColumn(encryption: Encryption, id: string, comment: string) {
  return { comment_encrypted: encryption.encrypt(comment, commentPlace(id)) }
}

function commentPlace(id: string) {
  return { table: 'payouts', id, column: 'comment_encrypted' }
}
