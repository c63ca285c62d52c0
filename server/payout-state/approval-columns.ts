import type { PayoutRow } from '../entry/payout-rows.ts'
import type { Encryption } from '../store/encryption/encryption.ts'
import type { ApprovalState } from './approval-state.ts'
import { approvalsColumns, approvalsIn } from './payout-approvals.ts'

/** The approval state of a payout, read from its row. */
export function approvalStateOf(encryption: Encryption, row: PayoutRow): ApprovalState {
  return {
    state: row.state,
    enteredBy: authorsInRow(row),
    detailsBy: idsIn(row.details_by ?? '[]'),
    requestHash: row.request_hash,
    payment: { amount: row.amount, currencyCode: row.currency_code },
    approvals: approvalsIn(encryption, row),
    need: { needed: row.approvals_needed, why: row.approvals_why },
    approvedHash: row.approved_hash,
    decision: decisionOf(row),
    isErased: row.erased_at !== null,
  }
}

function decisionOf({ undo_encrypted, decided_by: by, decided_at: at }: PayoutRow): ApprovalState['decision'] {
  return undo_encrypted === null || by === null || at === null ? null : { by, at }
}

/** Everyone who entered or changed anything of it. */
export function authorsInRow({ entered_by }: Pick<PayoutRow, 'entered_by'>): readonly string[] {
  return idsIn(entered_by)
}

function idsIn(json: string): readonly string[] {
  const ids: unknown = JSON.parse(json)
  return Array.isArray(ids) ? ids.map(String) : []
}

/** The columns that a move decides about. */
export function approvalColumns(encryption: Encryption, id: string, payout: ApprovalState) {
  const { state, enteredBy, detailsBy, requestHash, approvals, need, approvedHash } = payout
  return {
    state,
    entered_by: JSON.stringify(enteredBy),
    details_by: detailsBy.length === 0 ? null : JSON.stringify(detailsBy),
    request_hash: requestHash,
    ...approvalsColumns(encryption, id, approvals),
    approvals_needed: need.needed,
    approvals_why: need.why,
    approved_hash: approvedHash,
  }
}
