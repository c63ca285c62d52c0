import { outcomeOf } from '#shared/api/outcome.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import { Failure } from '../kernel/failure.ts'
import { requireIntact } from '../payout-state/genuine.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Reader } from '../store/store.ts'
import { type OutcomeRow, outcomesOf } from './outcome-rows.ts'

/**
 * What was stated of a payout, the newest first.
 * @throws Failure TAMPERED where it is not as the app wrote it, or does not come to what the payout says
 */
export async function statementsOn(reader: Reader, payout: PayoutRow): Promise<readonly OutcomeRow[]> {
  await requireIntact(reader, [payout])
  const rows = await outcomesOf(reader.db, payout.id)
  const isGenuine =
    rows.every((row) => isIntact(reader.encryption, 'outcomes', row)) &&
    outcomeOf(rows.map(({ outcome }) => outcome)) === payout.outcome
  if (!isGenuine) throw new Failure('TAMPERED', { ids: [payout.id] })
  return rows
}
