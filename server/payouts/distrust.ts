import { payoutsUnderWay } from '../entry/payout-rows.ts'
import { approvalStateOf } from '../payout-state/approval-columns.ts'
import { saveMoved } from '../payout-state/moved-payout.ts'
import { transition } from '../payout-state/transition.ts'
import type { Actor } from '../people/member.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Transaction } from '../store/store.ts'

/**
 * Sends every payout back to review that a person has approved and that was not exported; the approvals of others stay. Returns their number.
 * @throws Failure NOT_PERMITTED unless the actor is an admin
 */
export async function distrust(tx: Transaction, personId: string, by: Actor): Promise<number> {
  let count = 0
  for (const row of await payoutsUnderWay(tx.db)) {
    // One that was changed outside of the app cannot be exported.
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
