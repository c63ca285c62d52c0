import { payoutsUnderWay } from '../store/payout-rows.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Transaction } from '../store/store.ts'
import { approvalStateOf } from './approval-columns.ts'
import type { Actor } from './approval-state.ts'
import { saveMoved } from './moved-payout.ts'
import { transition } from './transition.ts'

/**
 * Sends every payout back to review that a person has approved and nobody has exported; the approvals of others stay. Answers how many there were.
 * @throws Failure NOT_PERMITTED for who is no admin
 */
export async function distrust(tx: Transaction, personId: string, by: Actor): Promise<number> {
  let count = 0
  for (const row of await payoutsUnderWay(tx.db)) {
    // One that was changed outside of the app is exported by nobody.
    if (!isIntact(tx.encryption, 'payouts', row)) continue
    const before = approvalStateOf(tx.encryption, row)
    if (!before.approvals.some((given) => given.by === personId)) continue
    const state = transition(before, { act: 'distrust', approver: personId }, by)
    const touched = { updated_at: tx.now().toISOString(), updated_by: by.id }
    const facts = { distrusted: personId }
    await saveMoved(tx, row, state, touched, { personId: by.id, action: 'payout.distrusted', facts })
    count += 1
  }
  return count
}
