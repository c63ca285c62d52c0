import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pauseJob, stopJob } from '../batch-validations/jobs.ts'
import { createBatch } from '../batches/batches.ts'
import { findPayouts } from '../entry/payout-rows.ts'
import { stopExport } from '../exports/export-kind.ts'
import { actOf, beginApproval } from '../lists/approval-job.ts'
import { newestListJob, pauseListJob, stopListJob } from '../lists/own-lists.ts'
import { undoApproval } from '../lists/run-approval.ts'
import type { Member } from '../people/member.ts'
import type { Store } from '../store/store.ts'
import { givenAct, letGoOn, memberNamed, payoutsToReview } from '../testing/acts.ts'
import { confirmAll } from '../testing/confirmed.ts'
import { dyingStore, letLeasesEnd, runnerOver } from '../testing/job-runner.ts'
import { nthRow } from '../testing/many-rows.ts'
import { type Place, someStores, stores } from '../testing/stores.ts'
import { takeList } from './list-jobs.ts'
import { rememberedMs } from './run-jobs.ts'

/* Who writes to the database without the key lets acts of approval, and lists, go on that are not to. */

/** More than one piece. */
const payouts = 34

describe.each(stores)('A writer to the database on $name', (kind) => {
  const { makePlace } = kind
  const itOnSome = it.runIf(someStores.includes(kind))
  let place: Place
  let store: Store
  let ana: Member
  let bruno: Member

  beforeAll(async () => {
    place = await makePlace()
    store = await place.open()
    ana = await memberNamed(store, 'Ana Souza')
    bruno = await memberNamed(store, 'Bruno Lima')
    await confirmAll({ openStore: async () => store, url: '' })
  })
  afterAll(async () => {
    await store.close()
    await place.remove()
  })

  const given = async (count = payouts) => {
    const ids = await payoutsToReview(store, ana, count)
    return { ids, id: await givenAct(store, bruno, ids) }
  }
  const rowOf = (id: string) => store.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  type Row = Awaited<ReturnType<typeof rowOf>>
  const tamper = (id: string, change: Partial<Row>) =>
    store.write(({ db }) =>
      db
        .updateTable('jobs')
        .set({ ...change, lease_until: null, holder: null, ended_at: null, due_at: '' })
        .where('id', '=', id)
        .execute(),
    )
  const worked = async (id: string, over: Store = store) => {
    const runner = runnerOver(over)
    await runner.settledWithin(id, 0)
    await runner.stop()
  }
  /** Where a runner does not believe the row itself. */
  const givenUp = async (id: string) => {
    const runner = runnerOver(store)
    await expect.poll(async () => (await rowOf(id)).why).toBe('tampered')
    await runner.stop()
  }
  const firstPiece = async (id: string) => {
    const dying = dyingStore(store, 2)
    const runner = runnerOver(dying.store)
    await Promise.race([dying.dead, runner.settledWithin(id, 0)])
    await runner.stop()
    await letLeasesEnd(store)
  }
  const approved = async (ids: readonly string[]) =>
    (await findPayouts(store.db, ids)).filter(({ state }) => state === 'approved').length

  it('lets no act go on of whose list a part was changed, is that of another one, or is gone; nor one with the content of another', async () => {
    const [mine, other] = [await given(2), await given(2)]
    const partOf = (id: string) =>
      store.db.selectFrom('job_parts').selectAll().where('job_id', '=', id).executeTakeFirstOrThrow()
    const [own, foreign] = [await partOf(mine.id), await partOf(other.id)]
    await letGoOn(store, bruno, mine.id)
    const going = await rowOf(mine.id)
    for (const content_encrypted of [foreign.content_encrypted, `${own.content_encrypted.slice(0, -4)}AAAA`, null]) {
      await store.write(async ({ db }) => {
        if (content_encrypted === null) await db.deleteFrom('job_parts').where('id', '=', own.id).execute()
        else await db.updateTable('job_parts').set({ content_encrypted }).where('id', '=', own.id).execute()
      })
      await tamper(mine.id, going)
      await worked(mine.id)
      expect((await rowOf(mine.id)).state).toBe('failed')
    }
    const { content_encrypted } = await rowOf(other.id)
    await tamper(mine.id, { ...going, content_encrypted })
    await givenUp(mine.id)
    await expect(actOf(store, bruno, mine.id)).rejects.toMatchObject({ code: 'TAMPERED' })
    await tamper(other.id, { person_id: ana.id })
    await expect(actOf(store, ana, other.id)).rejects.toMatchObject({ code: 'TAMPERED' })
    expect(await approved([...mine.ids, ...other.ids])).toBe(0)
    for (const { id } of [mine, other]) await hide(await rowOf(id))
  })

  itOnSome(
    'lets no act go on whose columns were changed: one never let go on, one taken back, one with other counts',
    async () => {
      const never = await given(2)
      await tamper(never.id, { state: 'waiting' })
      await givenUp(never.id)
      expect(await approved(never.ids)).toBe(0)

      const counted = await given(2)
      await letGoOn(store, bruno, counted.id)
      await tamper(counted.id, { count: 9 })
      await givenUp(counted.id)
      expect(await approved(counted.ids)).toBe(0)

      const undone = await given()
      await letGoOn(store, bruno, undone.id)
      await firstPiece(undone.id)
      const done = await approved(undone.ids)
      expect(done).toBeGreaterThan(0)
      await undoApproval(store, bruno, undone.id)
      await worked(undone.id)
      expect(await rowOf(undone.id)).toMatchObject({ state: 'stopped', done: 0 })
      await tamper(undone.id, { state: 'waiting', why: null, done })
      await givenUp(undone.id)
      expect(await approved(undone.ids)).toBe(0)
    },
  )

  itOnSome('lets no act go on whose row of before was put back: one that was paused, and then taken back', async () => {
    const { id, ids } = await given()
    await letGoOn(store, bruno, id)
    await firstPiece(id)
    const [before, done] = [await rowOf(id), await approved(ids)]
    expect(done).toBeLessThan(payouts)
    await pauseListJob(store, bruno, id)
    const paused = await rowOf(id)
    await tamper(id, before)
    await worked(id)
    expect([await approved(ids), (await rowOf(id)).state]).toEqual([done, 'failed'])

    await tamper(id, paused)
    await expect(letGoOn(store, bruno, id)).rejects.toMatchObject({ code: 'TAMPERED' })
    await undoApproval(store, bruno, id)
    await worked(id)
    expect([await approved(ids), (await rowOf(id)).state]).toEqual([0, 'stopped'])
    for (const row of [before, paused]) {
      await tamper(id, row)
      if (row === paused) await letGoOn(store, bruno, id).catch(() => {})
      await worked(id)
      expect(await approved(ids)).toBe(0)
    }
  })

  const put = (row: Row) =>
    store.write(async ({ db }) => {
      await db.deleteFrom('jobs').where('id', '=', row.id).execute()
      await db
        .insertInto('jobs')
        .values({ ...row, lease_until: null, holder: null, due_at: '' })
        .execute()
    })
  const hide = ({ id }: Row) => store.write(({ db }) => db.deleteFrom('jobs').where('id', '=', id).execute())

  itOnSome(
    'lets no act go on that its person stopped while the row was hidden, changed or one of before, once it is put back',
    async () => {
      const ways = [
        [pauseListJob, hide],
        [undoApproval, ({ id }: Row) => tamper(id, { count: 99 })],
        [pauseListJob, (_: Row, collecting: Row) => put(collecting)],
        [undoApproval, hide],
      ] as const
      for (const [stop, forge] of ways) {
        const { id, ids } = await given()
        const collecting = await rowOf(id)
        await letGoOn(store, bruno, id)
        await firstPiece(id)
        const [going, done] = [await rowOf(id), await approved(ids)]
        expect(done).toBeLessThan(payouts)
        await forge(going, collecting)
        await expect(stop(store, ana, id)).rejects.not.toMatchObject({ particulars: { params: { why: 'stopped' } } })
        const wish = stop(store, bruno, id)
        await expect(wish).rejects.toMatchObject({ code: 'TAMPERED', particulars: { params: { why: 'stopped' } } })
        await put(going)
        await worked(id)
        expect([await approved(ids), (await rowOf(id)).state]).toEqual([done, 'failed'])
      }
    },
  )

  it('lets no list go on that its person stopped, or that is over, once its row of before is put back', async () => {
    const rows = Array.from({ length: payouts }, (_, place) => ({
      row: place + 1,
      entry: nthRow(place),
      confirmed: [],
    }))
    const begin = async () => {
      const source = { kind: 'api', name: null } as const
      const aboutId = await store.write((tx) => createBatch(tx, bruno, { name: 'July', source, rowsGiven: null }))
      const list = { kind: 'rows', aboutId, given: { address: '' } } as const
      const give = (from: number, jobId?: string) =>
        store.write((tx) => {
          const place = { from, count: payouts, ...(jobId !== undefined && { jobId }) }
          return takeList(tx, bruno, list, place, rows.slice(from, from + payouts / 2))
        })
      const id = await give(0)
      const collecting = await rowOf(id)
      await give(payouts / 2, id)
      const saved = async () =>
        (await store.db.selectFrom('payouts').select('id').where('batch_id', '=', aboutId).execute()).length
      return { id, collecting, saved, giveRest: () => give(payouts / 2, id) }
    }
    const forgeries = [async () => {}, hide, (row: Row) => tamper(row.id, { count: 99 })]
    for (const forge of forgeries) {
      const { id, saved } = await begin()
      await firstPiece(id)
      const [before, done] = [await rowOf(id), await saved()]
      expect(done).toBeLessThan(payouts)
      await forge(before)
      const stopped = stopListJob(store, bruno, id)
      if (forge === forgeries[0]) await stopped
      else await expect(stopped).rejects.toMatchObject({ particulars: { params: { why: 'stopped' } } })
      await put(before)
      await worked(id)
      expect([await saved(), (await rowOf(id)).state]).toEqual([done, 'failed'])
    }
    const { id, collecting, giveRest } = await begin()
    const before = await rowOf(id)
    await worked(id)
    expect((await rowOf(id)).state).toBe('done')
    await put(before)
    await worked(id)
    expect((await rowOf(id)).state).toBe('failed')
    await put(collecting)
    await expect(giveRest()).rejects.toMatchObject({ code: 'TAMPERED' })
  })

  it('lets no list act on what was given to another, nor tell it, once its part was moved there', async () => {
    const give = async (person: Member, from: number, jobId?: string) => {
      const source = { kind: 'api', name: null } as const
      const aboutId = await store.write((tx) => createBatch(tx, person, { name: 'July', source, rowsGiven: null }))
      const rows = [{ row: 1, entry: nthRow(from), confirmed: [] }]
      const place = { from: 0, count: 2, ...(jobId !== undefined && { jobId }) }
      const list = { kind: 'rows', aboutId, given: { address: '' } } as const
      const id = await store.write((tx) => takeList(tx, person, list, place, rows))
      const giveRest = (row: object) =>
        store.write((tx) => takeList(tx, person, list, { from: 1, count: 2, jobId: id }, [row]))
      const saved = async () =>
        (await store.db.selectFrom('payouts').select('id').where('batch_id', '=', aboutId).execute()).length
      return { id, giveRest, saved }
    }
    const [mine, foreign] = [await give(bruno, 71), await give(ana, 72)]
    await store.write(async ({ db }) => {
      await db.updateTable('job_parts').set({ part: 7 }).where('job_id', '=', mine.id).execute()
      await db.updateTable('job_parts').set({ job_id: mine.id, part: 0 }).where('job_id', '=', foreign.id).execute()
    })
    await mine.giveRest({ row: 2, entry: nthRow(73), confirmed: [] })
    await worked(mine.id)
    expect([await mine.saved(), (await rowOf(mine.id)).state]).toEqual([0, 'failed'])
  })

  it('lets no one stop long work of another kind as if its row were hidden', async () => {
    const { ids, id } = await given(2)
    await letGoOn(store, bruno, id)
    for (const stop of [stopExport, stopJob, pauseJob])
      await expect(stop(store, bruno, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await worked(id)
    expect(await approved(ids)).toBe(2)
  })

  it('finds an act of its person that goes on, or rests, over payouts of no batch, behind newer ones that are over or empty', async () => {
    const underWay = (person: Member) => newestListJob(store, person, { kind: 'approval', aboutId: '' })
    const one = await given(2)
    await letGoOn(store, bruno, one.id)
    const other = await given(2)
    for (let empty = 0; empty < 4; empty += 1)
      await store.write((tx) => beginApproval(tx, 'local', bruno, { root: 'of a list', count: 1 }))
    expect(await underWay(bruno)).toMatchObject({ id: one.id, state: 'running' })
    expect(await underWay(ana)).toBeNull()
    await letGoOn(store, bruno, other.id)
    await pauseListJob(store, bruno, other.id)
    expect(await underWay(bruno)).toMatchObject({ id: other.id, state: 'paused' })
    await worked(one.id)
    const over = await given(1)
    await letGoOn(store, bruno, over.id)
    await worked(over.id)
    expect(await underWay(bruno)).toMatchObject({ id: other.id })
  })

  it('lets no act go on after its day, whenever its row says that it began', async () => {
    const { id, ids } = await given(2)
    await letGoOn(store, bruno, id)
    const now = () => new Date(Date.now() + 2 * rememberedMs)
    await tamper(id, { created_at: now().toISOString() })
    const later: Store = { ...store, now, write: (work) => store.write((tx) => work({ ...tx, now })) }
    await worked(id, later)
    expect([await approved(ids), (await rowOf(id)).state]).toEqual([0, 'failed'])
  })
})
