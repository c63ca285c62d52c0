import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPayouts, type PayoutRow } from '../entry/payout-rows.ts'
import { seedPayouts } from '../testing/seed-payouts.ts'
import { type Place, stores } from '../testing/stores.ts'
import { isIntact } from './row-mac.ts'
import type { Store } from './store.ts'

describe.each(stores)('The MAC of a payout on $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  let rows: readonly PayoutRow[]

  beforeAll(async () => {
    place = await makePlace()
    store = await place.open()
    const ids = (await seedPayouts(store, 2)).map(({ id }) => id)
    rows = await findPayouts(store.db, ids)
  })

  afterAll(async () => {
    await store.close()
    await place.remove()
  })

  it('holds as long as no column of the table is another, but what lists alone are sorted and filtered by', () => {
    const { name_key, amount_key, ...covered } = rows[0]!
    const row = { ...covered, name_key, amount_key }
    expect(isIntact(store.encryption, 'payouts', row)).toBe(true)
    const value = fc.oneof(fc.constant(null), fc.string(), fc.integer())
    for (const [column, before] of Object.entries(covered))
      fc.assert(
        fc.property(
          value.filter((now) => now !== before),
          (now) => !isIntact(store.encryption, 'payouts', { ...row, [column]: now }),
        ),
        { numRuns: 20 },
      )
  })

  it('belongs to one payout', () => {
    const [row, other] = [rows[0]!, rows[1]!]
    expect(isIntact(store.encryption, 'payouts', other)).toBe(true)
    expect(isIntact(store.encryption, 'payouts', { ...other, row_mac: row.row_mac })).toBe(false)
  })
})
