import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { seedPayouts } from '../testing/seed-payouts.ts'
import { type Place, stores } from '../testing/stores.ts'
import type { Tables } from './schema.ts'
import type { Store } from './store.ts'

describe.each(stores)('the tables on $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  beforeEach(async () => {
    place = await makePlace()
    store = await place.open()
    await seedPayouts(store, 2)
  })
  afterEach(async () => {
    await store.close()
    await place.remove()
  })

  const run = (work: (db: Kysely<Tables>) => Promise<unknown>) => store.write(({ db }) => work(db))

  it.each([
    "update payouts set beneficiary_id = 'nobody'",
    "update payouts set created_by = 'nobody'",
    "update payouts set decided_by = 'nobody'",
    "update beneficiaries set updated_by = 'nobody'",
    "insert into bank_names (id, name, version, updated_at, updated_by) values ('PE-0029', 'Yape', 1, '', 'nobody')",
    'delete from beneficiaries',
    'delete from people',
    "insert into export_payouts (export_id, place, payout_id, again) values ('no export', 0, 'payout-0', 0)",
  ])('name no row that is not there: %s', async (statement) => {
    await expect(run((db) => sql.raw(statement).execute(db))).rejects.toThrow(/foreign key/i)
  })

  it.each([
    "update payouts set state = 'paid'",
    'update payouts set test_mode = 2',
    "update beneficiaries set status = 'gone'",
    "insert into idempotency (key, fingerprint, state, reserved_at, kept_until) values ('k', 'f', 'lost', '', '')",
    "insert into audit_head (id, seq, mac, at) values (2, 0, '', '')",
  ])('hold no word that the schema does not know: %s', async (statement) => {
    await expect(run((db) => sql.raw(statement).execute(db))).rejects.toThrow(/check constraint/i)
  })

  it('let a payout into one export, and into another one only as exported again', async () => {
    const made = { format: 'json', count: 1, again: 0, totals: '[]', created_at: '', created_by: 'ana' } as const
    const add = (id: string, again: number) =>
      store.write(async ({ db }) => {
        await db
          .insertInto('exports')
          .values({ id, ...made })
          .execute()
        await db
          .insertInto('export_payouts')
          .values({ export_id: id, place: 0, payout_id: 'payout-0', again })
          .execute()
      })
    await add('first', 0)
    await add('again', 1)
    await expect(add('second', 0)).rejects.toThrow(/unique constraint/i)
  })

  it('let a payout go that nothing names', async () => {
    await run((db) => db.deleteFrom('payouts').where('id', '=', 'payout-0').execute())
    expect(await store.db.selectFrom('payouts').select('id').execute()).toEqual([{ id: 'payout-1' }])
  })
})
