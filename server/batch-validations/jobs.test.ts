import { describe, expect, it } from 'vitest'
import type { ValidationStart } from '#shared/api/batch-validation.ts'
import type { Store } from '../store/store.ts'
import { batchOf, identityOfAll } from '../testing/batch-of.ts'
import { someStores } from '../testing/stores.ts'
import { startTestApp } from '../testing/test-app.ts'
import { beginItems } from './begin-items.ts'
import { requireJob } from './confirmed-job.ts'
import { enterJob, fillJob, prepareJob } from './jobs.ts'
import { addItems, countItems, type ItemRow } from './validation-item-rows.ts'

const wish = { ...identityOfAll, services: ['identity' as const], billed: 3 }

describe.each(someStores)('Filling the validations of a batch on $name', ({ makePlace }) => {
  it('A server that comes late to fill a job that runs by now lets nothing be asked again', async () => {
    const place = await makePlace()
    const app = await startTestApp(place.environment)
    const one = await place.open()
    const other = await place.open()
    const { id: batchId } = await batchOf(app, ['Alves', 'Rocha', 'Nunes'])
    const { id: personId } = await one.db.selectFrom('people').select('id').executeTakeFirstOrThrow()
    await app.stop()
    const prepared = await prepareJob(one, batchId, wish)
    const jobId = await one.write((tx) => enterJob(tx, { id: personId }, batchId, wish, prepared))
    const asked = async () => {
      await fillJob(one, jobId, prepared)
      await one.write(({ db }) =>
        db.updateTable('validation_items').set({ state: 'answered', outcome: 'NOT_VALIDATED' }).execute(),
      )
    }
    let isFirst = true
    const late: Store = {
      ...other,
      write: async (work) => {
        if (isFirst) {
          isFirst = false
          await asked()
        }
        return other.write(work)
      },
    }
    await fillJob(late, jobId, prepared)
    expect(await requireJob(one, jobId)).toMatchObject({ state: 'waiting', why: null })
    expect(await countItems(one.db, jobId)).toMatchObject([{ state: 'answered', count: 3 }])
    await one.close()
    await other.close()
    await place.remove()
  })

  it('Who writes to the database has nothing asked but what was confirmed: no more, of no other batch and no other service', async () => {
    const place = await makePlace()
    const app = await startTestApp(place.environment)
    const store = await place.open()
    const [own, other] = [await batchOf(app, ['Alves', 'Rocha', 'Nunes']), await batchOf(app, ['Lima'])]
    const { id: personId } = await store.db.selectFrom('people').select('id').executeTakeFirstOrThrow()
    await app.stop()
    const begin = (jobId: string) =>
      store.write(async (tx) => beginItems(tx, await requireJob(tx, jobId), { identity: 9, bank: 9 }, 60_000))
    const running = async (confirmed: ValidationStart = wish) => {
      await store.write(async ({ db }) => {
        await db.deleteFrom('validation_items').execute()
        await db.deleteFrom('jobs').execute()
      })
      const prepared = await prepareJob(store, own.id, wish)
      const id = await store.write((tx) => enterJob(tx, { id: personId }, own.id, confirmed, prepared))
      await fillJob(store, id, prepared)
      return id
    }
    const items = (id: string) =>
      store.db.selectFrom('validation_items').selectAll().where('job_id', '=', id).orderBy('place').execute()
    const change = (id: string, set: Partial<ItemRow>) =>
      store.write(({ db }) =>
        db.updateTable('validation_items').set(set).where('job_id', '=', id).where('place', '=', 0).execute(),
      )

    const more = await running()
    const [first] = await items(more)
    await store.write(({ db }) => addItems(db, [{ ...first!, place: 9 }]))
    expect(await begin(more)).toMatchObject({ begun: [], step: { state: 'paused', why: 'tampered' } })

    const twice = await running()
    expect((await begin(twice)).begun).toHaveLength(3)
    const unasked = { state: 'waiting', claim: null, claimed_at: null } as const
    for (const set of [unasked, { ...unasked, reused: 1 }]) {
      await change(twice, set)
      expect(await begin(twice)).toMatchObject({ begun: [], step: { state: 'paused', why: 'tampered' } })
    }

    const { items: planned } = await prepareJob(store, other.id, { ...wish, billed: 1 })
    const elsewhere = await running()
    await change(elsewhere, { payout_id: other.payoutIds[0]!, question_hash: planned[0]!.hash })
    expect((await begin(elsewhere)).begun.map(({ item }) => item.place)).toEqual([1, 2])
    expect((await items(elsewhere))[0]).toMatchObject({ state: 'outdated' })

    const unconfirmed = await running({ ...wish, services: ['bank'] })
    expect((await begin(unconfirmed)).begun).toEqual([])
    expect((await items(unconfirmed)).map(({ state }) => state)).toEqual(['outdated', 'outdated', 'outdated'])
    await store.close()
    await place.remove()
  })
})
