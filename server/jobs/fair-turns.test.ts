import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../kernel/log.ts'
import type { Member } from '../people/member.ts'
import type { Store } from '../store/store.ts'
import { memberNamed } from '../testing/acts.ts'
import { type Place, stores } from '../testing/stores.ts'
import { virtualClock } from '../testing/virtual-clock.ts'
import { createPacedGroups, unbroken } from '../writes/paced-groups.ts'
import type { JobKind } from './job.ts'
import { addJob, findJob, type Job } from './job-rows.ts'
import { dueJobs, releaseJob, takeJob } from './lease-rows.ts'
import { createJobRunner } from './run-jobs.ts'

/* Eight people begin as much long work as goes on at a time, or more people than that. */

const places = 16

const names = 'Ana Bea Cora Dora Eva Fay Gus Hugo Ines Jon Kai Lea Max Ned Olga Paz Rui Sam Tom Uma'.split(' ')

describe.each(stores)('More long work than goes on at a time on $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  let now = new Date('2026-07-01T12:00:00.000Z')
  beforeAll(async () => {
    place = await makePlace()
    store = await place.open(() => now)
  })
  afterAll(async () => {
    await store.close()
    await place.remove()
  })

  const people = async (count: number): Promise<readonly Member[]> => {
    const members: Member[] = []
    for (const name of names.slice(0, count)) members.push(await memberNamed(store, `${name} Souza`))
    return members
  }
  const begin = (person: Member, count: number) =>
    store.write(async (tx) => {
      now = new Date(now.getTime() + 1_000)
      const about = { kind: 'rows', aboutId: '', given: null, course: null, state: 'waiting' } as const
      return (await addJob(tx, { ...about, id: crypto.randomUUID(), personId: person.id, count })).id
    })
  /** A runner for which each piece is one thing; `begun` resolves after so many. */
  const runner = (count: number) => {
    const pieces: Job[] = []
    let resolve = () => {}
    const begun = new Promise<void>((reached) => {
      resolve = reached
    })
    const kind: JobKind = {
      permission: 'enter',
      pace: unbroken,
      byFailure: 'failed',
      pieces: async () => ({
        async doPiece(_tx, job) {
          now = new Date(now.getTime() + 10)
          pieces.push(job)
          if (pieces.length === count) resolve()
          const done = job.done + 1
          return { done, state: done === job.count ? 'done' : 'running' }
        },
      }),
      withoutAuthority: async (_tx, _job, why) => ({ state: 'stopped', why }),
    }
    const kinds = { validations: kind, approval: kind, export: kind, rows: kind, acts: kind, outcomes: kind }
    const given = { store, signIn: 'local', kinds, groups: createPacedGroups(), clock: virtualClock() } as const
    return { pieces, begun, jobs: createJobRunner({ ...given, log: createLog('silent') }) }
  }
  afterEach(() => store.write(({ db }) => db.deleteFrom('jobs').execute()))

  it('Work that another person begins has its turn after some pieces of those that hold every place', async () => {
    const [late, ...busy] = await people(9)
    for (const person of busy) for (let lists = 0; lists < 2; lists += 1) await begin(person, 60)
    const { jobs, pieces, begun } = runner(places + 1)
    await begun
    const begunAfter = pieces.length
    const id = await begin(late!, 20)
    jobs.wake()
    await jobs.settledWithin(id, 0)
    await jobs.stop()
    expect((await findJob(store, id))?.state).toBe('done')
    // Nine pieces of each of the others before its own, and its own twenty among theirs.
    expect(pieces.length - begunAfter).toBeLessThan(places * (9 + 20 + 9))
  })

  it('Of more people than there are places each has a turn before anyone has a third', async () => {
    const crowd = await people(20)
    const ids: string[] = []
    for (const person of crowd) ids.push(await begin(person, 200))
    const { jobs, pieces, begun } = runner(20 * 9)
    await begun
    await jobs.stop()
    const had = ids.map((id) => pieces.filter((job) => job.id === id).length)
    expect(Math.min(...had)).toBeGreaterThan(0)
  })

  it('Work that gave its place up is before what was begun after that', async () => {
    const [one, other] = await people(2)
    const id = await begin(one!, 2)
    const holder = { id: 'server', leaseMs: 60_000 }
    await store.write((tx) => takeJob(tx, id, holder))
    now = new Date(now.getTime() + 1_000)
    await store.write((tx) => releaseJob(tx.db, id, holder, now.toISOString()))
    const later = await begin(other!, 2)
    const { ids } = await dueJobs(store.db, { at: now.toISOString(), databaseAt: new Date().toISOString(), most: 1 })
    expect([ids, later]).toEqual([[id], expect.any(String)])
  })
})
