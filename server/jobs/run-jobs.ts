import { randomUUID } from 'node:crypto'
import { databaseTime } from '../store/database-time.ts'
import { findJob, goesOn, oldJobs, removeJobs } from './job-rows.ts'
import { dueJobs, type LeaseHolder, takeJob } from './lease-rows.ts'
import { createSignals } from './signals.ts'
import { type RunnerDeps, workOn } from './work-on-job.ts'

/** Does all long work: in the background, over restarts, and shared by all servers of a database. */
export interface JobRunner {
  /** Something may be to do. */
  wake(): void
  /** Resolves once a job is not to go on here, or after so long. */
  settledWithin(id: string, ms: number): Promise<void>
  /** Begins nothing more, and lets others go on; resolves once what was under way has ended. */
  stop(): Promise<void>
}

/** A server that has not worked on a job for so long was killed. */
const leaseMs = 20_000

/** How often what other servers have entered or left is looked for. */
const lookEveryMs = 5_000

/** So many jobs go on at a time on one server. */
const mostAtOnce = 16

/** After a day what was not approved by then is forgotten, and so is what was left paused. */
export const rememberedMs = 24 * 60 * 60_000

/** After a week what is over is forgotten: until then its person sees what was refused of it. */
const overMs = 7 * rememberedMs

/** After so long a list that was not given whole is forgotten. */
const openMs = 60 * 60_000

export function createJobRunner(deps: RunnerDeps): JobRunner {
  const { store, log } = deps
  const holder: LeaseHolder = { id: randomUUID(), leaseMs }
  const stopping = new AbortController()
  const signals = createSignals(deps.clock)
  const working = new Map<string, Promise<void>>()
  let othersWait = false
  /** How many could go on, had they a place. */
  let placesWanted = 0

  const wake = () => signals.raise('look')
  const givesWay = () => placesWanted > 0 && placesWanted-- > 0
  const start = async (id: string) => {
    const work = workOn({ ...deps, holder, signals, signal: stopping.signal, givesWay }, id)
    const restMs = await work.catch((error: unknown) => {
      log.error('job not settled', { errorName: error instanceof Error ? error.name : '' })
      return leaseMs
    })
    working.delete(id)
    if (restMs === undefined) signals.raise(id)
    else if (!stopping.signal.aborted) void signals.within('rest', restMs).then(wake)
    if (othersWait) wake()
  }
  const look = async () => {
    const databaseAt = (await databaseTime(store.db, store.kind)).toISOString()
    const now = store.now()
    // As many as can go on, and those that wait for their places.
    const due = { at: now.toISOString(), databaseAt, most: 2 * mostAtOnce }
    const { ids, isMore } = await dueJobs(store.db, due)
    const found = ids.filter((id) => !working.has(id))
    let taken = 0
    for (const id of found) {
      if (stopping.signal.aborted || working.size >= mostAtOnce) break
      if (await store.write((tx) => takeJob(tx, id, holder))) working.set(id, start(id))
      taken += 1
    }
    placesWanted = found.length - taken
    othersWait = isMore || placesWanted > 0
    const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
    const old = await oldJobs(store.db, {
      before: before(rememberedMs),
      overBefore: before(overMs),
      openBefore: before(openMs),
    })
    if (old.length > 0) await store.write((tx) => removeJobs(tx.db, old))
  }
  const keepLooking = async () => {
    while (!stopping.signal.aborted) {
      const next = signals.within('look', lookEveryMs)
      // An unreachable database is logged elsewhere.
      await look().catch(() => {})
      await next
    }
  }
  const looking = keepLooking()
  return {
    wake,
    async settledWithin(id, ms) {
      const over = signals.within(id, ms)
      const job = await findJob(store, id)
      if (job === undefined || !goesOn(job)) signals.raise(id)
      await over
    },
    async stop() {
      stopping.abort()
      wake()
      signals.raise('rest')
      await looking
      await Promise.all(working.values())
    },
  }
}
