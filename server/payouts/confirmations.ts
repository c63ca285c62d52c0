import * as z from 'zod/mini'
import { type ReceivedIssue, warningId } from '#shared/api/issue.ts'
import type { Encryption } from '../store/encryption.ts'
import type { PayoutRow } from '../store/payout-rows.ts'

const confirmationsSchema = z.array(z.object({ key: z.string(), by: z.string(), at: z.string() }))

/** A warning that somebody has confirmed, named by its key. */
export type Confirmation = z.infer<typeof confirmationsSchema>[number]

/** The confirmations that a payout was saved with. */
export function savedConfirmations(
  encryption: Encryption,
  { id, confirmed_encrypted }: Pick<PayoutRow, 'id' | 'confirmed_encrypted'>,
): readonly Confirmation[] {
  if (confirmed_encrypted === null) return []
  return confirmationsSchema.parse(JSON.parse(encryption.open(confirmed_encrypted, placeOf(id))))
}

/** The columns that keep confirmations: encrypted, as a key holds the values that the warning is about. */
export function confirmationColumns(encryption: Encryption, id: string, confirmations: readonly Confirmation[]) {
  return {
    confirmed_encrypted:
      confirmations.length === 0 ? null : encryption.encrypt(JSON.stringify(confirmations), placeOf(id)),
    confirmed_count: confirmations.length,
  }
}

/** Of the keys that a person sends, those that are warnings now; what was confirmed before stays with who confirmed it. */
export function confirmationsOf(
  warnings: readonly ReceivedIssue[],
  keys: readonly string[],
  earlier: readonly Confirmation[],
  now: Omit<Confirmation, 'key'>,
): readonly Confirmation[] {
  const raised = new Set(warnings.map(warningId))
  return [...new Set(keys)]
    .filter((key) => raised.has(key))
    .map((key) => earlier.find((confirmation) => confirmation.key === key) ?? { key, ...now })
}

function placeOf(id: string) {
  return { table: 'payouts', id, column: 'confirmed_encrypted' }
}
