import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { outcomesAnswerSchema } from '#shared/api/outcome.ts'
import type { Payout } from '#shared/api/payout.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import { verifyAudit } from '../programs/verify-audit.ts'
import type { Tables } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { approve, enter, payoutWrite } from '../testing/payouts.ts'
import { type Place, someStores } from '../testing/stores.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

/* The outcomes that can be forged by a person who writes to the database and has no data key. */

describe.each(someStores)('On $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  let ana: TestApp

  beforeAll(async () => {
    place = await makePlace()
    ana = await startTestApp(place.environment)
    store = await place.open()
    for (const [name, value] of Object.entries(place.environment)) vi.stubEnv(name, value)
  })

  afterAll(async () => {
    vi.unstubAllEnvs()
    await ana.stop()
    await store.close()
    await place.remove()
  })

  const forge = (work: (db: Kysely<Tables>) => Promise<unknown>) => store.write(({ db }) => work(db))
  const rowOf = ({ id }: Pick<Payout, 'id'>) =>
    store.db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const put = (row: Partial<PayoutRow>, { id }: Pick<Payout, 'id'>) =>
    forge((db) => db.updateTable('payouts').set(row).where('id', '=', id).execute())
  const stating = async (payout: Pick<Payout, 'id'>, outcome: string) => {
    const { json } = await ana.post('/api/outcomes', { outcomes: [{ payoutId: payout.id, outcome, words: outcome }] })
    return outcomesAnswerSchema.parse(json).outcomes[0]
  }
  const replacing = (payout: Pick<Payout, 'id'>) => ana.post('/api/payouts', { ...payoutWrite(), replaces: payout.id })
  const statedPayout = async (outcome: string) => {
    const payout = await approve(ana.as('Bruno Lima'), await enter(ana, payoutWrite(undefined, { submit: true })))
    await ana.post('/api/exports', { payoutIds: [payout.id], format: 'json', again: false })
    await stating(payout, outcome)
    return payout
  }

  it('a payout that was stated to be paid is not paid again because its row says that it was refused', async () => {
    const payout = await statedPayout('paid')
    await put({ outcome: 'refused' }, payout)
    expect((await replacing(payout)).json).toMatchObject({ code: 'TAMPERED' })
    expect(await stating(payout, 'refused')).toMatchObject({ problem: { code: 'TAMPERED' } })
    expect(await verifyAudit([])).toMatchObject({ isDone: false, text: expect.stringContaining(payout.id) })
  })

  it('what was stated of a payout cannot be put back to before a contradicting statement', async () => {
    const payout = await statedPayout('refused')
    const then = await rowOf(payout)
    await stating(payout, 'paid')
    await put(then, payout)
    await forge((db) =>
      db.deleteFrom('outcomes').where('payout_id', '=', payout.id).where('outcome', '=', 'paid').execute(),
    )
    expect((await replacing(payout)).json).toMatchObject({ code: 'TAMPERED', params: { why: 'audit' } })
    expect(await verifyAudit([])).toMatchObject({
      text: expect.stringContaining(`Payout ${payout.id}: it is stated refused`),
    })
  })

  it('a statement that was changed, taken away, moved or invented is seen', async () => {
    const statements = (payout: Pick<Payout, 'id'>) => ana.get(`/api/payouts/${payout.id}/outcomes`)
    const [changed, taken, moved, other] = [
      await statedPayout('refused'),
      await statedPayout('refused'),
      await statedPayout('refused'),
      await statedPayout('refused'),
    ]
    expect((await statements(other)).status).toBe(200)
    await forge(async (db) => {
      const change = (payout: Pick<Payout, 'id'>, columns: object) =>
        db.updateTable('outcomes').set(columns).where('payout_id', '=', payout.id).execute()
      await change(changed, { stated_at: '2026-01-01T00:00:00.000Z' })
      await change(moved, { payout_id: other.id, statement_hash: 'another' })
      await db.deleteFrom('outcomes').where('payout_id', '=', taken.id).execute()
    })
    for (const payout of [changed, taken, moved, other]) {
      expect((await statements(payout)).json).toMatchObject({ code: 'TAMPERED', ids: [payout.id] })
      expect(await stating(payout, 'paid')).toMatchObject({ problem: { code: 'TAMPERED' } })
    }
    const { text } = await verifyAudit([])
    for (const { id } of [changed, taken, moved, other])
      expect(text).toContain(`Payout ${id}: other things are stated of it than the app has written.`)
  })
})
