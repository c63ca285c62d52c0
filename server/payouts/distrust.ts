import { findPayouts } from '../entry/payout-rows.ts'
import { Failure } from '../kernel/failure.ts'
import { approvalStateOf } from '../payout-state/approval-columns.ts'
import { untrue } from '../payout-state/genuine.ts'
import { saveMoved } from '../payout-state/moved-payout.ts'
import { transition } from '../payout-state/transition.ts'
import type { Actor } from '../people/member.ts'
import type { Transaction } from '../store/store.ts'

/**
 * Sends every payout back to review that a person has approved and that was not exported; the approvals of others stay. Returns their number.
 * Which these are is in the audit log: with one that is not as it says, nothing is done.
 * @throws Failure NOT_PERMITTED unless the actor is an admin, TAMPERED
 */
export async function distrust(tx: Transaction, personId: string, by: Actor): Promise<number> {
  const ids = await tx.payoutsAwaitingWith(personId)
  const rows = await findPayouts(tx.db, ids)
  const missing = ids.filter((id) => !rows.some((row) => row.id === id))
  const others = [...(await untrue(tx, rows)).keys()].map(({ id }) => id)
  if (missing.length + others.length > 0)
    throw new Failure('TAMPERED', { params: { why: 'audit' }, ids: [...missing, ...others] })
  for (const row of rows) {
    const state = transition(approvalStateOf(tx.encryption, row), { act: 'distrust', approver: personId }, by)
    const touched = { updated_at: tx.now().toISOString(), updated_by: by.id }
    const facts = { distrusted: personId }
    await saveMoved(tx, row, state, touched, { personId: by.id, action: 'payout.distrusted', facts })
  }
  return rows.length
}
