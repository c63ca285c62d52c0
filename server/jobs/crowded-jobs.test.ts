import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBatch } from '../batches/batches.ts'
import { beginApproval } from '../lists/approval-job.ts'
import type { Member } from '../people/member.ts'
import type { Store } from '../store/store.ts'
import { memberNamed } from '../testing/acts.ts'
import { letLeasesEnd, runnerOver } from '../testing/job-runner.ts'
import { nthRow } from '../testing/many-rows.ts'
import { type Place, stores } from '../testing/stores.ts'
import { findJob } from './job-rows.ts'
import { dueJobs, takeJob } from './lease-rows.ts'
import { takeList } from './list-jobs.ts'

/* One person begins more long work, or more lists, than anyone needs. */

describe.each(stores)('More work of one person than of others on $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  let now = new Date('2026-07-01T12:00:00.000Z')
  let ana: Member
  let bruno: Member
  let carla: Member

  beforeAll(async () => {
    place = await makePlace()
    store = await place.open(() => now)
    ana = await memberNamed(store, 'Ana Souza')
    bruno = await memberNamed(store, 'Bruno Lima')
    carla = await memberNamed(store, 'Carla Dias')
  })
  afterAll(async () => {
    await store.close()
    await place.remove()
  })

  /** A list of rows in a batch of its own; given whole where it is of one row. */
  const rowList = (person: Member, count: number) =>
    store.write(async (tx) => {
      now = new Date(now.getTime() + 1_000)
      const aboutId = await createBatch(tx, person, {
        name: 'July',
        source: { kind: 'api', name: null },
        rowsGiven: null,
      })
      const row = { row: 1, entry: { ...nthRow(1), amount: '-1' }, confirmed: [] }
      return takeList(tx, person, { kind: 'rows', aboutId, given: { address: '' } }, { count, from: 0 }, [row])
    })
  const statesOf = (ids: readonly string[]) => Promise.all(ids.map(async (id) => (await findJob(store, id))?.state))

  it('Two jobs of a person go on at a time, the others in turn, and those of another person are not behind them', async () => {
    const many: string[] = []
    for (let lists = 0; lists < 5; lists += 1) many.push(await rowList(bruno, 1))
    const one = await rowList(ana, 1)
    const at = now.toISOString()
    const due = async () => (await dueJobs(store.db, { at, databaseAt: new Date().toISOString(), most: 16 })).ids
    const first = await due()
    expect(first.toSorted()).toEqual([one, ...many.filter((id) => first.includes(id))].toSorted())
    expect(first.slice(0, 2)).toContain(one)
    expect(first).toHaveLength(3)
    const [taken = ''] = first.filter((id) => id !== one)
    await store.write((tx) => takeJob(tx, taken, { id: 'server', leaseMs: 60_000 }))
    expect((await due()).filter((id) => id !== one)).toHaveLength(1)
    await letLeasesEnd(store)
    const runner = runnerOver(store)
    for (const id of [one, ...many]) await runner.settledWithin(id, 0)
    await runner.stop()
    expect(await statesOf([one, ...many])).toEqual(Array.from({ length: 6 }, () => 'done'))
  })

  it('A person has five lists that are not whole, of all kinds, for an hour', async () => {
    const others: string[] = []
    for (const person of [ana, carla]) for (let lists = 0; lists < 4; lists += 1) others.push(await rowList(person, 2))
    const lists = [await rowList(bruno, 2), await rowList(bruno, 2)]
    for (let acts = 0; acts < 2; acts += 1) {
      now = new Date(now.getTime() + 1_000)
      lists.push(await store.write((tx) => beginApproval(tx, 'local', bruno, { root: 'root', count: 2 })))
    }
    for (let more = 0; more < 3; more += 1) lists.push(await rowList(bruno, 2))
    const open = Array.from({ length: 5 }, () => 'collecting')
    expect(await statesOf(lists)).toEqual([undefined, undefined, ...open])
    expect(await statesOf(others)).toEqual(Array.from({ length: 8 }, () => 'collecting'))
    now = new Date(now.getTime() + 59 * 60_000)
    await runnerOver(store).stop()
    expect(await statesOf(lists.slice(2))).toEqual(open)
    now = new Date(now.getTime() + 2 * 60_000)
    await runnerOver(store).stop()
    expect((await statesOf([...lists, ...others])).filter((state) => state !== undefined)).toEqual([])
  })
})
