import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onePayoutSchema } from '#shared/api/payout.ts'
import type { Tables } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { problemOf } from '../testing/accounts.ts'
import { actIn, batchOf, beginAct, listOf, lookThrough, runAct } from '../testing/batch-review.ts'
import { changed, enter, payoutWrite, sampleNamed } from '../testing/payouts.ts'
import { type Place, someStores } from '../testing/stores.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

/* Who writes to the database alone makes an act approve nothing but what was listed. */

describe.each(someStores)('The list of an act on $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  let app: TestApp
  let bruno: Visitor

  beforeAll(async () => {
    place = await makePlace()
    app = await startTestApp(place.environment)
    bruno = app.as('Bruno Lima')
    store = await place.open()
  })

  afterAll(async () => {
    await app.stop()
    await store.close()
    await place.remove()
  })

  async function begun(count: number) {
    const ids: string[] = []
    for (let i = 0; i < count; i += 1) {
      const entry = { accountNumber: crypto.randomUUID(), beneficiaryLastName: `Owusu${String.fromCharCode(97 + i)}x` }
      ids.push((await enter(app, changed(payoutWrite(sampleNamed('Ghana'), { submit: true }), entry))).id)
    }
    const batchId = await batchOf(app, app, ids)
    const { lines } = await lookThrough(bruno, batchId)
    const codes = [...new Set(lines.flatMap(({ warnings }) => warnings.map(({ code }) => code)))]
    const act = actIn(await beginAct(bruno, batchId, listOf(lines, codes)))
    return { ids, act }
  }
  const tamper = (work: (db: Kysely<Tables>) => Promise<unknown>) => store.write(({ db }) => work(db))
  const run = (id: string) => bruno.post(`/api/batch-approvals/${id}/run`, {})
  const statesOf = async (ids: readonly string[]) =>
    new Set(
      await Promise.all(ids.map(async (id) => onePayoutSchema.parse((await app.get(`/api/payouts/${id}`)).json).state)),
    )
  const partOf = (id: string) =>
    store.db.selectFrom('job_parts').selectAll().where('job_id', '=', id).executeTakeFirstOrThrow()
  const actRow = (id: string) => store.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  it('The list of an act is refused when a part of it was changed in the database, or is that of another act', async () => {
    const [mine, other] = [await begun(2), await begun(2)]
    const [own, foreign] = [await partOf(mine.act.id), await partOf(other.act.id)]
    const put = (content_encrypted: string) =>
      tamper((db) => db.updateTable('job_parts').set({ content_encrypted }).where('id', '=', own.id).execute())
    for (const forged of [foreign.content_encrypted, `${own.content_encrypted.slice(0, -4)}AAAA`]) {
      await put(forged)
      expect((await run(mine.act.id)).json).toMatchObject({ code: 'TAMPERED', params: { why: 'list' } })
    }
    await tamper((db) => db.deleteFrom('job_parts').where('id', '=', own.id).execute())
    expect(problemOf(await run(mine.act.id))).toBe('TAMPERED')
    expect(await statesOf([...mine.ids, ...other.ids])).toEqual(new Set(['in_review']))
  })

  it('An act is refused when its row was changed in the database, or given to another person', async () => {
    const [mine, other] = [await begun(1), await begun(1)]
    const [row, foreign] = [await actRow(mine.act.id), await actRow(other.act.id)]
    const put = (change: Partial<typeof row>) =>
      tamper((db) => db.updateTable('jobs').set(change).where('id', '=', row.id).execute())
    await put({ content_encrypted: foreign.content_encrypted })
    expect(problemOf(await run(mine.act.id))).toBe('TAMPERED')
    const carla = app.as('Carla Dias')
    await carla.get('/api/overview')
    const person = await store.db
      .selectFrom('people')
      .select('id')
      .where('name', '=', 'Carla Dias')
      .executeTakeFirstOrThrow()
    await put({ content_encrypted: row.content_encrypted, person_id: person.id })
    expect(problemOf(await carla.post(`/api/batch-approvals/${row.id}/run`, {}))).toBe('TAMPERED')
    expect(await statesOf(mine.ids)).toEqual(new Set(['in_review']))
  })

  it('An act whose row of before is put back approves nothing twice', async () => {
    const { ids, act } = await begun(3)
    const before = await actRow(act.id)
    expect(await runAct(bruno, act.id)).toMatchObject({ approved: 3 })
    await tamper((db) => db.updateTable('jobs').set(before).where('id', '=', act.id).execute())
    expect(problemOf(await run(act.id))).toBe('TAMPERED')
    const entries = await store.db
      .selectFrom('audit')
      .select('thing_id')
      .where('action', '=', 'payout.approved')
      .where('thing_id', 'in', ids)
      .execute()
    expect(entries).toHaveLength(3)
  })
})
