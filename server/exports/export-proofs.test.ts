import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PayoutRow } from '../entry/payout-rows.ts'
import type { Store } from '../store/store.ts'
import { fillPayouts } from '../testing/many-payouts.ts'
import { type Place, someStores } from '../testing/stores.ts'
import { proofIn } from './export-proofs.ts'
import { markExported } from './export-rows.ts'

describe.each(someStores)('What was proved before an export, on $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  let row: PayoutRow

  beforeAll(async () => {
    place = await makePlace()
    store = await place.open()
    await fillPayouts(store, 3)
    row = await store.db.selectFrom('payouts').selectAll().limit(1).executeTakeFirstOrThrow()
  })

  afterAll(async () => {
    await store.close()
    await place.remove()
  })

  it('holds for the payout as it was, and is made again of one that has changed since', () => {
    const approved = { ...row, state: 'approved' as const }
    const verification = { storedHash: 'r1', todaysHash: 'r1' }
    const proofs = new Map([[row.id, { of: row.row_mac, entries: undefined, verification, questions: [] }]])
    expect(proofIn(proofs, store, approved, false).verification).toBe(verification)
    // Its MAC covers all that counts.
    expect(proofIn(proofs, store, { ...approved, row_mac: 'another' }, false).verification).not.toEqual(verification)
  })

  it('marks no payout that has another version by then', async () => {
    const at = '2026-11-21T12:00:00.000Z'
    const marks = { updated_at: at, updated_by: row.updated_by, exported_at: at }
    const { id, version } = row
    const mark = (seen: PayoutRow) => store.write((tx) => markExported(tx, [seen], marks))
    expect(await mark(row)).toBe(1)
    expect(await mark(row)).toBe(0)
    const now = await store.db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(now).toMatchObject({ state: 'exported', version: version + 1, exported_at: at })
  })
})
