import { findPayouts } from '../entry/payout-rows.ts'
import { approvalStateOf } from '../payout-state/approval-columns.ts'
import { theApp } from '../payout-state/approval-state.ts'
import { untrue } from '../payout-state/genuine.ts'
import { saveMoved } from '../payout-state/moved-payout.ts'
import { payoutTrails } from '../payout-state/payout-trail.ts'
import { transition } from '../payout-state/transition.ts'
import type { Actor } from '../people/member.ts'
import type { Transaction } from '../store/store.ts'
import { detailsAuthors } from './facts.ts'

const commandLine: Actor = { ...theApp, roles: ['admin'] }

/** Looked up together. */
const atOnce = 100

/**
 * Sends every payout back to review that a person has approved and that was not exported; the approvals of others stay. Returns their number.
 * By an admin; null: the command line. Which these are is in the audit log. One whose row is hidden or was changed keeps it, and an entry, so that the approval counts for nothing whatever
 * the row is later.
 * @throws Failure NOT_PERMITTED unless the actor is an admin, TAMPERED
 */
export async function distrust(tx: Transaction, personId: string, by: Actor | null): Promise<number> {
  const byId = by?.id ?? null
  const ids = await tx.payoutsAwaitingWith(personId)
  const rows = await findPayouts(tx.db, ids)
  const changed = await untrue(tx, rows)
  const good = rows.filter((row) => !changed.has(row))
  const lost = ids.filter((id) => !good.some((row) => row.id === id))
  for (const [id, { latest }] of await payoutTrails(tx, lost)) {
    const approvedBy = latest?.approvedBy.filter((approver) => approver !== personId)
    const facts = { ...latest, distrusted: personId, state: 'in_review', approvedBy }
    await tx.audit({ personId: byId, action: 'payout.distrusted', thing: { type: 'payout', id }, facts })
  }
  for (let from = 0; from < good.length; from += atOnce) {
    const some = good.slice(from, from + atOnce)
    const authors = await detailsAuthors(tx, some)
    for (const row of some) {
      const move = { act: 'distrust', approver: personId, detailsBy: authors(row) } as const
      const state = transition(approvalStateOf(tx.encryption, row), move, by ?? commandLine)
      const touched = { updated_at: tx.now().toISOString(), updated_by: byId ?? row.updated_by }
      const facts = { distrusted: personId }
      await saveMoved(tx, row, state, touched, { personId: byId, action: 'payout.distrusted', facts })
    }
  }
  return ids.length
}
