import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payoutsToSend } from '../batches/batch-rows.ts'
import { createBatch } from '../batches/batches.ts'
import { findPayouts } from '../entry/payout-rows.ts'
import type { Member } from '../people/member.ts'
import type { Store } from '../store/store.ts'
import { exportJob, givenAct, letGoOn, memberNamed, payoutsToReview } from '../testing/acts.ts'
import { confirmAll } from '../testing/confirmed.ts'
import { dyingStore, letLeasesEnd, runnerOver, runToEnd } from '../testing/job-runner.ts'
import { fillApproved } from '../testing/many-approved.ts'
import { nthRow } from '../testing/many-rows.ts'
import { type Place, someStores, stores } from '../testing/stores.ts'
import { findJob, type Job } from './job-rows.ts'
import { heldJob, LeaseLost, releaseJob, renewLease, takeJob } from './lease-rows.ts'
import { takeList } from './list-jobs.ts'

/* Whatever kind of work it is: a server is killed at every piece, two servers share it, and its person is suspended in the middle. */

/** More than two parts of a list take, and several pieces of each kind. */
const payouts = 84

const july = { name: 'July', source: { kind: 'api', name: null }, rowsGiven: null } as const

/** More than one piece of each kind. */
const count = 44

describe.each(stores)('Long work on $name', (kind) => {
  const { name, makePlace } = kind
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

  const approved = (count: number) => fillApproved(store, count, { clerkId: ana.id, reviewerId: bruno.id })
  const exporting = (ids: readonly string[]) => exportJob(store, bruno, ids)
  const inBatch = async (batchId: string) =>
    (await store.db.selectFrom('payouts').select('id').where('batch_id', '=', batchId).execute()).map(({ id }) => id)
  let rows = 0
  const rowJob = async (count: number): Promise<Begun & { readonly batchId: string }> => {
    const batchId = await store.write((tx) => createBatch(tx, bruno, july))
    const items = Array.from({ length: count }, (_, place) => {
      rows += 1
      return { row: place + 1, entry: nthRow(rows), confirmed: [] }
    })
    const about = { kind: 'rows', aboutId: batchId, given: { address: '' } } as const
    return { id: await given(about, items), batchId, ids: () => inBatch(batchId) }
  }
  /** A list that comes in two parts. */
  const given = async (about: Parameters<typeof takeList>[2], items: readonly object[]): Promise<string> => {
    const list = { count: items.length, from: 0 }
    const half = Math.ceil(items.length / 2)
    const jobId = await store.write((tx) => takeList(tx, bruno, about, list, items.slice(0, half)))
    await store.write((tx) => takeList(tx, bruno, about, { ...list, jobId, from: half }, items.slice(half)))
    return jobId
  }
  const auditedOf = async (action: DoneAction, ids: readonly string[]) => {
    const entries = await store.db.selectFrom('audit').select('thing_id').where('action', '=', action).execute()
    return entries.flatMap(({ thing_id }) => (ids.includes(thing_id) ? [thing_id] : [])).toSorted()
  }

  type DoneAction = `payout.${'approved' | 'exported' | 'created' | 'submitted' | 'outcome_stated'}`
  interface Begun {
    readonly id: string
    /** The payouts that it is about. */
    ids(): Promise<readonly string[]>
  }
  interface TestedKind {
    readonly name: Job['kind']
    begin(count: number): Promise<Begun>
    readonly done: DoneAction
    /** Where a file that no one had is undone as a whole, once its person may do no more. */
    readonly isUndone?: true
  }
  const kinds: readonly TestedKind[] = [
    {
      name: 'approval',
      done: 'payout.approved',
      async begin(count) {
        const ids = await payoutsToReview(store, ana, count)
        const id = await givenAct(store, bruno, ids)
        await letGoOn(store, bruno, id)
        return { id, ids: async () => ids }
      },
    },
    {
      name: 'export',
      done: 'payout.exported',
      isUndone: true,
      async begin(count) {
        const ids = await approved(count)
        return { id: await exporting(ids), ids: async () => ids }
      },
    },
    { name: 'rows', done: 'payout.created', begin: rowJob },
  ]
  const fewerTests: readonly TestedKind[] = [
    {
      name: 'acts',
      done: 'payout.submitted',
      async begin(count) {
        const { id, batchId, ids } = await rowJob(count)
        await runToEnd(store, id)
        const payouts = await payoutsToSend(store.db, batchId)
        return {
          id: await given({ kind: 'acts', aboutId: batchId, given: { act: 'submit', address: '' } }, payouts),
          ids,
        }
      },
    },
    {
      name: 'outcomes',
      done: 'payout.outcome_stated',
      async begin(count) {
        const ids = await approved(count)
        await runToEnd(store, await exporting(ids))
        const statements = ids.map((payoutId) => ({ payoutId, outcome: 'paid' }))
        const about = { kind: 'outcomes', aboutId: '', given: { file: 'july.csv' } } as const
        return { id: await given(about, statements), ids: async () => ids }
      },
    },
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

  it.runIf(name === 'SQLite')('A full disk loses nothing of a job, which goes on once there is room', async () => {
    const { id, ids } = await rowJob(payouts)
    const allow = (pages: number) => store.write(({ db }) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(db))
    await allow(1)
    const runner = runnerOver(store)
    const row = () => store.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await expect.poll(async () => (await row()).due_at).not.toBe('')
    expect([await ids(), (await row()).done]).toEqual([[], 0])
    await allow(1_000_000_000)
    await store.write(({ db }) => db.updateTable('jobs').set({ due_at: '' }).where('id', '=', id).execute())
    runner.wake()
    await runner.settledWithin(id, 0)
    await runner.stop()
    expect(await findJob(store, id)).toMatchObject({ state: 'done', done: payouts, failed: 0 })
    expect(await ids()).toHaveLength(payouts)
  })

  it.each([...kinds, ...fewerTests])(
    '$name: killed at each of its pieces it goes on, and does each thing once',
    async (kind) => {
      const { id, ids } = await kind.begin(payouts)
      const stages: number[] = []
      for (let kills = 0; kills < 60; kills += 1) {
        const job = await killed(id, 1 + (kills % 3))
        stages.push(job?.done ?? 0)
        if (job?.state === 'done') break
      }
      expect(await findJob(store, id)).toMatchObject({ state: 'done', done: payouts, failed: 0 })
      expect(stages).toEqual(stages.toSorted((one, other) => one - other))
      expect(new Set(stages).size).toBeGreaterThan(2)
      expect(await auditedOf(kind.done, await ids())).toEqual((await ids()).toSorted())
      expect(await ids()).toHaveLength(payouts)
    },
  )

  it.each([...kinds, ...fewerTests])(
    '$name: two servers do each thing once, and one goes on where the other ends',
    async (kind) => {
      const { id, ids } = await kind.begin(payouts)
      const second = await place.open()
      const [one, two] = [runnerOver(store), runnerOver(second)]
      await one.stop()
      two.wake()
      await two.settledWithin(id, 0)
      expect(await findJob(store, id)).toMatchObject({ state: 'done', done: payouts, failed: 0 })
      expect(await auditedOf(kind.done, await ids())).toEqual((await ids()).toSorted())
      await two.stop()
      await second.close()
    },
  )

  const ended = [
    { how: 'their suspension', act: 'person.suspended', facts: {} },
    { how: 'other rights', act: 'person.changed', facts: {} },
    { how: 'a recovery', act: 'recoveryCodes.used', facts: {} },
    { how: 'another enrolment', act: 'person.recovered', facts: {} },
    { how: 'the end of their sessions by an admin', act: 'session.ended', facts: { why: 'ended' } },
  ] as const
  itOnSome.each(kinds)('$name: ends with whatever takes power from its person, in the middle too', async (kind) => {
    for (const { how, act, facts } of ended) {
      const { id, ids } = await kind.begin(count)
      const { done = 0 } = (await killed(id, 2)) ?? {}
      expect(done, how).toBeGreaterThan(0)
      await store.write((tx) =>
        tx.audit({ personId: ana.id, action: act, thing: { type: 'person', id: bruno.id }, facts }),
      )
      await runToEnd(store, id)
      expect(await findJob(store, id), how).toMatchObject({
        state: 'stopped',
        why: 'withdrawn',
        done: kind.isUndone ? 0 : done,
      })
      const states = (await findPayouts(store.db, await ids())).map(({ state }) => state)
      const left = states.filter((state) => state === (kind.isUndone ? 'exported' : kind.done.split('.')[1]))
      expect(kind.name === 'rows' ? states : left, how).toHaveLength(kind.isUndone ? 0 : done)
      expect(await auditedOf(kind.done, await ids()), how).toHaveLength(done)
    }
  })

  itOnSome.each(kinds)('$name: goes on after its person signed out, or the session ended by itself', async (kind) => {
    const { id } = await kind.begin(count)
    await killed(id, 2)
    const thing = { type: 'person', id: bruno.id } as const
    for (const why of ['signed_out', 'idle'])
      await store.write((tx) => tx.audit({ personId: bruno.id, action: 'session.ended', thing, facts: { why } }))
    await runToEnd(store, id)
    expect(await findJob(store, id)).toMatchObject({ state: 'done', done: count })
  })

  it('A server that was only slow finds its lease lost, and writes nothing of the job', async () => {
    const id = await exporting(await approved(1))
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
