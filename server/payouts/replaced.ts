import type { OnePayout, PayoutWrite } from '#shared/api/payout.ts'
import { Failure } from '../failure.ts'
import { findPayout, type PayoutRow, replacementOf } from '../store/payout-rows.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { payoutRow } from './saved-payout.ts'

/**
 * The payout that a new one pays in the place of: exported, and stated to be refused. Once: whoever pays it a second time replaces the second.
 * @param unwritten the ids of payouts that are entered together with it, by those that they replace
 * @throws Failure NOT_FOUND, ERASED, TAMPERED, STATE_CONFLICT with the id of the one that replaces it already
 */
export async function replacedId(
  tx: Transaction,
  { replaces }: Pick<PayoutWrite, 'replaces'>,
  unwritten: ReadonlyMap<string, string>,
): Promise<string | null> {
  if (replaces === undefined) return null
  const row = await payoutRow(tx, replaces)
  if (row.erased_at !== null) throw new Failure('ERASED', { params: { what: 'payout' } })
  if (row.state !== 'exported' || row.outcome === null || row.outcome === 'paid')
    throw new Failure('STATE_CONFLICT', { params: { why: 'notRefused' }, ids: [row.id] })
  const other = unwritten.get(row.id) ?? (await replacementOf(tx.db, row.id))?.id
  if (other !== undefined) throw new Failure('STATE_CONFLICT', { params: { why: 'replaced' }, ids: [other] })
  return row.id
}

/** How a payout stands to others. */
export async function replacements(
  reader: Reader,
  row: PayoutRow,
): Promise<Pick<OnePayout, 'replaces' | 'replacedBy'>> {
  const before = row.replaces_id === null ? undefined : await findPayout(reader.db, row.replaces_id)
  return { replaces: named(before), replacedBy: named(await replacementOf(reader.db, row.id)) }
}

function named(row: PayoutRow | undefined): OnePayout['replaces'] {
  return row === undefined ? null : { id: row.id, externalReference: row.external_reference }
}
