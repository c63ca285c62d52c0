import * as z from 'zod/mini'
import { type Remark, remarkKey } from '#shared/api/fault.ts'
import type { PayoutRow } from '../store/payout-rows.ts'
import type { Sealing } from '../store/sealing.ts'

const confirmationsSchema = z.array(z.object({ key: z.string(), by: z.string(), at: z.string() }))

/** A warning that somebody has confirmed, named by its key. */
export type Confirmation = z.infer<typeof confirmationsSchema>[number]

/** The confirmations that a payout was saved with. */
export function keptConfirmations(
  sealing: Sealing,
  { id, confirmed_sealed }: Pick<PayoutRow, 'id' | 'confirmed_sealed'>,
): readonly Confirmation[] {
  if (confirmed_sealed === null) return []
  return confirmationsSchema.parse(JSON.parse(sealing.open(confirmed_sealed, placeOf(id))))
}

/** The columns that keep confirmations: sealed, as a key holds the values that the warning is about. */
export function confirmationColumns(sealing: Sealing, id: string, confirmations: readonly Confirmation[]) {
  return {
    confirmed_sealed: confirmations.length === 0 ? null : sealing.seal(JSON.stringify(confirmations), placeOf(id)),
    confirmed_count: confirmations.length,
  }
}

/** Of the keys that a person sends, those that are warnings now; what was confirmed before stays with who confirmed it. */
export function confirmationsOf(
  warnings: readonly Remark[],
  keys: readonly string[],
  earlier: readonly Confirmation[],
  now: Omit<Confirmation, 'key'>,
): readonly Confirmation[] {
  const raised = new Set(warnings.map(remarkKey))
  return [...new Set(keys)]
    .filter((key) => raised.has(key))
    .map((key) => earlier.find((confirmation) => confirmation.key === key) ?? { key, ...now })
}

function placeOf(id: string) {
  return { table: 'payouts', id, column: 'confirmed_sealed' }
}
