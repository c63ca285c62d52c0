import { findPayout, type PayoutChange } from '../entry/payout-rows.ts'
import { approvalsColumns, approvalsIn } from '../payout-state/payout-approvals.ts'
import { rowMac } from '../store/row-mac.ts'
import type { Store } from '../store/store.ts'

/** Gives an approved payout other columns, with MAC and audit entry that go with them: as an app with other rules would have written it. */
export function rewritePayout(store: Store, id: string, change: PayoutChange): Promise<void> {
  return store.write(async ({ db, encryption, audit }) => {
    const before = await findPayout(db, id)
    if (before === undefined) throw new Error(`There is no payout ${id}.`)
    const requestHash = change.approved_hash ?? before.approved_hash ?? ''
    const approvals = approvalsIn(encryption, before).map((given) => ({ ...given, requestHash }))
    const columns = { ...change, ...approvalsColumns(encryption, id, approvals) }
    const row = { ...before, ...columns }
    await db
      .updateTable('payouts')
      .set({ ...columns, row_mac: rowMac(encryption, 'payouts', row) })
      .where('id', '=', id)
      .execute()
    const { version, state, decided_by: personId, approvals_needed: approvalsNeeded } = row
    const approvedBy = approvals.map(({ by }) => by)
    const enteredBy = JSON.parse(row.entered_by)
    const facts = { version, state, requestHash, enteredBy, approvedBy, approvalsNeeded }
    await audit({ personId, action: 'payout.approved', thing: { type: 'payout', id }, facts })
  })
}
