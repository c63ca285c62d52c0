import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPayouts } from '../entry/payout-rows.ts'
import { addExportJob } from '../exports/export-kind.ts'
import { beginExport } from '../exports/make-export.ts'
import type { Member } from '../people/member.ts'
import type { Store } from '../store/store.ts'
import { givenAct, letGoOn, memberNamed, payoutsToReview } from '../testing/acts.ts'
import { confirmAll } from '../testing/confirmed.ts'
import { dyingStore, letLeasesEnd, runnerOver } from '../testing/job-runner.ts'
import { fillApproved } from '../testing/many-approved.ts'
import { type Place, stores } from '../testing/stores.ts'
import { findJob, type Job } from './job-rows.ts'
import { heldJob, LeaseLost, releaseJob, renewLease, takeJob } from './lease-rows.ts'

/* Whatever kind of work it is: a server is killed at every piece, two servers share it, and its person is suspended in the middle. */

/** More than two parts of a list take, and several pieces of each kind. */
const payouts = 70

describe.each(stores)('Long work on $name', ({ makePlace }) => {
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

  const paidFor = async ({ name }: { readonly name: Job['kind'] }, count: number) => {
    if (name === 'export') return fillApproved(store, count, { clerkId: ana.id, reviewerId: bruno.id })
    return payoutsToReview(store, ana, count)
  }
  const auditedOf = async (action: 'payout.approved' | 'payout.exported', ids: readonly string[]) => {
    const rows = await store.db.selectFrom('audit').select('thing_id').where('action', '=', action).execute()
    return rows.flatMap(({ thing_id }) => (ids.includes(thing_id) ? [thing_id] : [])).toSorted()
  }

  async function approval(ids: readonly string[]): Promise<string> {
    const id = await givenAct(store, bruno, ids)
    await letGoOn(store, bruno, id)
    return id
  }
  async function exporting(ids: readonly string[]): Promise<string> {
    return store.write(async (tx) => {
      const wanted = { payoutIds: ids, format: 'json', again: false } as const
      const id = await beginExport(tx, bruno, wanted)
      await addExportJob(tx, bruno, id, wanted, null)
      return id
    })
  }
  const kinds: readonly {
    readonly name: Job['kind']
    begin(ids: readonly string[]): Promise<string>
    readonly done: 'payout.approved' | 'payout.exported'
    /** How many are still done once its person may do no more. */
    kept(done: number): number
  }[] = [
    { name: 'approval', begin: approval, done: 'payout.approved', kept: (done) => done },
    // A file that no one had is undone as a whole.
    { name: 'export', begin: exporting, done: 'payout.exported', kept: () => 0 },
  ]

  /** A server that is killed at its second piece, or after it; answers how far the job is then. */
  const killed = async (id: string, writes: number): Promise<Job | undefined> => {
    const dying = dyingStore(store, writes)
    const runner = runnerOver(dying.store)
    await Promise.race([dying.dead, runner.settledWithin(id, 0)])
    await runner.stop()
    await letLeasesEnd(store)
    return findJob(store, id)
  }

  it.each(kinds)('$name: killed at each of its pieces it goes on, and does each thing once', async (kind) => {
    const ids = await paidFor(kind, payouts)
    const id = await kind.begin(ids)
    const stages: number[] = []
    for (let kills = 0; kills < 60; kills += 1) {
      const job = await killed(id, 1 + (kills % 3))
      stages.push(job?.done ?? 0)
      if (job?.state === 'done') break
    }
    expect(await findJob(store, id)).toMatchObject({ state: 'done', done: payouts, failed: 0 })
    expect(stages).toEqual(stages.toSorted((one, other) => one - other))
    expect(new Set(stages).size).toBeGreaterThan(2)
    expect(await auditedOf(kind.done, ids)).toEqual(ids.toSorted())
  })

  it.each(kinds)('$name: two servers do each thing once, and one goes on where the other ends', async (kind) => {
    const ids = await paidFor(kind, payouts)
    const id = await kind.begin(ids)
    const second = await place.open()
    const [one, two] = [runnerOver(store), runnerOver(second)]
    await one.stop()
    two.wake()
    await two.settledWithin(id, 0)
    expect(await findJob(store, id)).toMatchObject({ state: 'done', done: payouts, failed: 0 })
    expect(await auditedOf(kind.done, ids)).toEqual(ids.toSorted())
    await two.stop()
    await second.close()
  })

  const ended = [
    { how: 'their suspension', act: 'person.suspended', facts: {} },
    { how: 'other rights', act: 'person.changed', facts: {} },
    { how: 'a recovery', act: 'recoveryCodes.used', facts: {} },
    { how: 'another enrolment', act: 'person.recovered', facts: {} },
    { how: 'the end of their sessions by an admin', act: 'session.ended', facts: { why: 'ended' } },
  ] as const
  it.each(kinds)('$name: ends with whatever takes power from its person, in the middle too', async (kind) => {
    for (const { how, act, facts } of ended) {
      const ids = await paidFor(kind, 34)
      const id = await kind.begin(ids)
      const { done = 0 } = (await killed(id, 2)) ?? {}
      expect(done, how).toBeGreaterThan(0)
      await store.write((tx) =>
        tx.audit({ personId: ana.id, action: act, thing: { type: 'person', id: bruno.id }, facts }),
      )
      const runner = runnerOver(store)
      await runner.settledWithin(id, 0)
      await runner.stop()
      expect(await findJob(store, id), how).toMatchObject({
        state: 'stopped',
        why: 'withdrawn',
        done: kind.kept(done),
      })
      const states = (await findPayouts(store.db, ids)).map(({ state }) => state)
      const wanted = kind.name === 'approval' ? 'approved' : 'exported'
      expect(
        states.filter((state) => state === wanted),
        how,
      ).toHaveLength(kind.kept(done))
      expect(await auditedOf(kind.done, ids), how).toHaveLength(done)
    }
  })

  it.each(kinds)('$name: goes on after its person signed out, or the session ended by itself', async (kind) => {
    const ids = await paidFor(kind, 34)
    const id = await kind.begin(ids)
    await killed(id, 2)
    const thing = { type: 'person', id: bruno.id } as const
    for (const why of ['signed_out', 'idle', 'ended'])
      await store.write((tx) => tx.audit({ personId: bruno.id, action: 'session.ended', thing, facts: { why } }))
    const runner = runnerOver(store)
    await runner.settledWithin(id, 0)
    await runner.stop()
    expect(await findJob(store, id)).toMatchObject({ state: 'done', done: 34 })
  })

  it('A server that was only slow finds its lease lost, and writes nothing of the job', async () => {
    const id = await exporting(await paidFor({ name: 'export' }, 1))
    const [slow, next] = ['slow', 'next'].map((name) => ({ id: name, leaseMs: 20_000 }))
    expect(await store.write((tx) => takeJob(tx, id, slow!))).toBe(true)
    expect(await store.write((tx) => takeJob(tx, id, next!))).toBe(false)
    await letLeasesEnd(store)
    expect(await store.write((tx) => takeJob(tx, id, next!))).toBe(true)
    await expect(store.write((tx) => heldJob(tx, id, slow!))).rejects.toThrow(LeaseLost)
    await expect(store.write((tx) => renewLease(tx, id, slow!))).rejects.toThrow(LeaseLost)
    await store.write((tx) => releaseJob(tx.db, id, slow!, ''))
    expect(await store.write((tx) => heldJob(tx, id, next!))).toMatchObject({ id, done: 0 })
  })
})
