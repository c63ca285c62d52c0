import { insertPayout } from '../entry/payout-rows.ts'
import type { Store } from '../store/store.ts'

const at = '2026-11-21T12:00:00.000Z'

const entry = { country: 'GH', method: 'account' }

const made = { created_at: at, created_by: 'ana', updated_at: at, updated_by: 'ana' }

/** Approved payouts to one beneficiary, as rows alone: for tests of the store that have no app. */
export function seedPayouts(store: Store, count: number): Promise<readonly { id: string; reference: string }[]> {
  const payouts = Array.from({ length: count }, (_, index) => ({ id: `payout-${index}`, reference: `PD-${index}` }))
  return store.write(async ({ db }) => {
    await db.insertInto('people').values({ id: 'ana', name: 'Ana', name_key: 'ana', created_at: at }).execute()
    await db
      .insertInto('beneficiaries')
      .values({ id: 'kofi', version: 1, status: 'active', name_key: 'kofi mensah', ...entry, ...made })
      .execute()
    for (const { id, reference } of payouts) {
      const row = {
        id,
        version: 1,
        state: 'approved',
        beneficiary_id: 'kofi',
        beneficiary_version: 1,
        ...entry,
        name_key: 'kofi mensah',
        amount: '10.00',
        amount_key: 'GHS0210.00',
        currency_code: 'GHS',
        external_reference: reference,
        reference_hash: reference,
        test_mode: 0,
        confirmed_count: 0,
        warnings_compliance: 0,
        warnings_serious: 0,
        warnings_minor: 0,
        warnings_unconfirmed: 0,
        approvals_count: 0,
        approvals_needed: 1,
        request_hash: 'hash',
        entered_by: '["ana"]',
        ...made,
      } as const
      await insertPayout({ db, encryption: store.encryption }, row)
    }
    return payouts
  })
}
