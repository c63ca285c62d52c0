import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportSchema, type Payout } from '#shared/api/payout.ts'
import type { PayoutRow } from '../store/payout-rows.ts'
import type { Tables } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { approve, enter, payoutIn, reveal, step } from '../testing/payouts.ts'
import { type Place, stores } from '../testing/stores.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

/* What somebody can do who writes to the database and has no data key. */

describe.each(stores)('On $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  let app: TestApp
  let ana: Visitor
  let bruno: Visitor

  beforeAll(async () => {
    place = await makePlace()
    app = await startTestApp(place.environment)
    ana = app
    bruno = app.as('Bruno Lima')
    store = await place.open()
  })

  afterAll(async () => {
    await app.stop()
    await store.close()
    await place.remove()
  })

  const forge = (work: (db: Kysely<Tables>) => Promise<unknown>) => store.write(({ db }) => work(db))
  const rowOf = ({ id }: Pick<Payout, 'id'>) =>
    store.db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const put = (row: Partial<PayoutRow>, { id }: Pick<Payout, 'id'>) =>
    forge((db) => db.updateTable('payouts').set(row).where('id', '=', id).execute())
  const exporting = (...payouts: readonly Pick<Payout, 'id'>[]) =>
    bruno.post('/api/exports', { payoutIds: payouts.map(({ id }) => id), format: 'json', again: false })
  const submitted = async () => payoutIn(await step(ana, await enter(ana), 'submit'))
  const approved = async () => approve(bruno, await submitted())

  it('a request that nobody approved is not exported, whatever its row says', async () => {
    const payout = await submitted()
    await forge((db) =>
      sql`update payouts set state = 'approved', approved_hash = request_hash where id = ${payout.id}`.execute(db),
    )
    expect((await exporting(payout)).status).toBe(409)
  })

  it('an exported payout that was set back to approved is not exported again', async () => {
    const payout = await approved()
    expect((await exporting(payout)).status).toBe(201)
    await put({ state: 'approved' }, payout)
    expect((await exporting(payout)).status).toBe(409)
  })

  it('a payout whose authors were taken out is approved by none of them', async () => {
    const payout = await submitted()
    const { version, requestHash, warningsHash } = await reveal(ana, payout.id)
    await put({ entered_by: '[]' }, payout)
    expect((await step(ana, { id: payout.id, version }, 'approve', { requestHash, warningsHash })).status).toBe(409)
  })

  it('a row that was put back to when it was approved is not exported', async () => {
    const payout = await approved()
    const then = await rowOf(payout)
    await step(ana, payout, 'withdraw')
    await put(then, payout)
    expect((await exporting(payout)).status).toBe(409)
  })

  it('a payout is not exported again when its row was put back and its export deleted', async () => {
    const payout = await approved()
    const then = await rowOf(payout)
    const { id } = exportSchema.parse((await exporting(payout)).json)
    await forge(async (db) => {
      await db.deleteFrom('export_payouts').where('export_id', '=', id).execute()
      await db.deleteFrom('exports').where('id', '=', id).execute()
    })
    await put(then, payout)
    expect((await exporting(payout)).status).toBe(409)
  })

  it('a payout is not exported where the names of those who entered and approved it were swapped', async () => {
    const payout = await approved()
    const { created_by, decided_by } = await rowOf(payout)
    await forge(async (db) => {
      await db.updateTable('people').set({ name: 'Bruno Lima' }).where('id', '=', created_by).execute()
      await db.updateTable('people').set({ name: 'Ana Souza' }).where('id', '=', decided_by).execute()
    })
    expect((await exporting(payout)).status).toBe(409)
  })
})
