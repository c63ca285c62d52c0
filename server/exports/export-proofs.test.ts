import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PayoutRow } from '../entry/payout-rows.ts'
import { personNamed, readName } from '../people/people.ts'
import type { Store } from '../store/store.ts'
import { fillApproved } from '../testing/many-approved.ts'
import { fillPayouts } from '../testing/many-payouts.ts'
import { type Place, someStores } from '../testing/stores.ts'
import { proofIn, proveExportable } from './export-proofs.ts'
import { markExported } from './export-rows.ts'
import { makeExport } from './make-export.ts'

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
    const proofs = new Map([[row.id, { of: row.row_mac, entries: undefined, verification, questions: [], paid: [] }]])
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

  it('is nothing where a payout is exported between the reading of its row and of the audit log', async () => {
    const [clerk, reviewer] = await store.write(async (tx) => [
      await personNamed(tx, readName('Ana Souza')),
      await personNamed(tx, readName('Bruno Lima')),
    ])
    const staff = { clerkId: clerk?.id ?? '', reviewerId: reviewer?.id ?? '' }
    const ids = await fillApproved(store, 2, staff)
    const wanted = { payoutIds: ids.slice(0, 1), format: 'json', again: false } as const
    const by = {
      id: staff.reviewerId,
      roles: ['reviewer'],
      approveUpTo: {},
      approveUpToADay: {},
      heldUntil: null,
      ownerIds: [],
    } as const
    let isFirst = true
    const exportMeanwhile: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (isFirst) {
          isFirst = false
          await store.write((tx) => makeExport(tx, by, wanted))
        }
        return result
      },
    }
    const proofs = await proveExportable({ ...store, db: store.db.withPlugin(exportMeanwhile) }, ids, false)
    expect([...proofs.keys()]).toEqual(ids.slice(1))
  })
})
