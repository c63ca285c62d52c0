import * as z from 'zod/mini'
import type { PayoutRow } from '../entry/payout-rows.ts'
import type { Encryption } from '../store/encryption/encryption.ts'

const givenApprovalSchema = z.object({
  by: z.string(),
  at: z.string(),
  requestHash: z.string(),
  /** What a passkey signed, as it can be verified again; left out where none did. */
  signature: z.optional(z.record(z.string(), z.unknown())),
})

/** One person's approval of exactly one request. */
export type GivenApproval = Readonly<z.infer<typeof givenApprovalSchema>>

/** The approvals that the request of a payout has, in the order in which they were given. */
export function approvalsIn(
  encryption: Encryption,
  { id, approvals_encrypted }: Pick<PayoutRow, 'id' | 'approvals_encrypted'>,
): readonly GivenApproval[] {
  if (approvals_encrypted === null) return []
  return z.array(givenApprovalSchema).parse(JSON.parse(encryption.decrypt(approvals_encrypted, placeOf(id))))
}

/** The columns that keep them. */
export function approvalsColumns(encryption: Encryption, id: string, approvals: readonly GivenApproval[]) {
  return {
    approvals_encrypted: approvals.length === 0 ? null : encryption.encrypt(JSON.stringify(approvals), placeOf(id)),
    approvals_count: approvals.length,
  }
}

function placeOf(id: string) {
  return { table: 'payouts', id, column: 'approvals_encrypted' }
}
