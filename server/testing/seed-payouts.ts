import type { Store } from '../store/store.ts'

const at = '2026-11-21T12:00:00.000Z'

const details = {
  country: 'GH',
  method: 'account',
  beneficiary_type: '',
  first_name: 'Kofi',
  last_name: 'Mensah',
  name_key: 'kofi mensah',
  document_type: '',
  bank_name: '',
  account_type_code: '',
  city: '',
  validation_account_kind: '',
}

const made = { created_at: at, created_by: 'ana', updated_at: at, updated_by: 'ana' }

/** Approved payouts to one beneficiary, as rows alone: for tests of the store that have no app. */
export function seedPayouts(store: Store, count: number): Promise<readonly { id: string; reference: string }[]> {
  const payouts = Array.from({ length: count }, (_, index) => ({ id: `payout-${index}`, reference: `PD-${index}` }))
  return store.write(async ({ db }) => {
    await db.insertInto('people').values({ id: 'ana', name: 'Ana', name_key: 'ana', created_at: at }).execute()
    await db
      .insertInto('beneficiaries')
      .values({ id: 'kofi', version: 1, status: 'active', ...details, ...made })
      .execute()
    for (const { id, reference } of payouts) {
      await db
        .insertInto('payouts')
        .values({
          id,
          version: 1,
          state: 'approved',
          beneficiary_id: 'kofi',
          beneficiary_version: 1,
          ...details,
          amount: '10.00',
          currency_code: 'GHS',
          payment_reason: '',
          external_reference: reference,
          notification_url: '',
          terms_approved: 1,
          test_mode: 0,
          confirmed_count: 0,
          request_hash: 'hash',
          entered_by: '["ana"]',
          ...made,
        })
        .execute()
    }
    return payouts
  })
}
