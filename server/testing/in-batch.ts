import { findPayouts } from '../entry/payout-rows.ts'
import { rowMac } from '../store/row-mac.ts'
import type { Store } from '../store/store.ts'

/** Makes payouts those of a batch, as if they had come with it: the batch itself is no matter to who reviews them. */
export function putInBatch(store: Store, batchId: string, ids: readonly string[]): Promise<void> {
  return store.write(async ({ db, encryption }) => {
    for (const row of await findPayouts(db, ids))
      await db
        .updateTable('payouts')
        .set({ batch_id: batchId, row_mac: rowMac(encryption, 'payouts', { ...row, batch_id: batchId }) })
        .where('id', '=', row.id)
        .execute()
  })
}
