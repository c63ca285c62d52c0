import { problemCodes } from '#shared/api/problem.ts'
import type { SignInMode } from '#shared/api/session.ts'
import type { Clock } from '../kernel/clock.ts'
import { Failure } from '../kernel/failure.ts'
import type { Log } from '../kernel/log.ts'
import { authorityOf } from '../people/permitted.ts'
import type { Store, Transaction } from '../store/store.ts'
import { firstSize, nextSize, type PacedGroups } from '../writes/paced-groups.ts'
import { type DoPiece, InsteadOfPiece, type JobKinds, type PieceResult } from './job.ts'
import { changedPastTheApp, findJob, goesOn, isJobOver, type Job, saveJob } from './job-rows.ts'
import { giveUpJob, heldJob, type LeaseHolder, LeaseLost, leaseFrom, releaseJob, renewLease } from './lease-rows.ts'
import type { Signals } from './signals.ts'

export interface RunnerDeps {
  readonly store: Store
  readonly signIn: SignInMode
  readonly kinds: JobKinds
  readonly groups: PacedGroups
  readonly clock: Pick<Clock, 'schedule'>
  readonly log: Log
}

interface Deps extends RunnerDeps {
  readonly holder: LeaseHolder
  readonly signals: Signals
  readonly signal: AbortSignal
  /** Whether this job is to give its place up, as others wait for one. */
  givesWay(): boolean
}

/** So often at least a server says that it still works on a job. */
const renewEveryMs = 5_000

/** So many pieces a job does in its turn, at least: eight people can have begun as many jobs as go on at a time. */
const turnPieces = 8

/** After so long what was kept from going on, such as by a full disk, is tried again. */
const againMs = 5_000

/** Goes on with a job that was taken, until it is to rest, to let others go on or to end; answers after what time there is more to do. */
export async function workOn(deps: Deps, id: string): Promise<number | undefined> {
  const { store, holder, signal } = deps
  const calls = new Set<Promise<void>>()
  const restMs = await goOn(deps, id, calls).catch((error: unknown) => afterError(deps, id, error))
  await Promise.all(calls)
  const dueAt = new Date(store.now().getTime() + (restMs ?? 0)).toISOString()
  await store.write((tx) => releaseJob(tx.db, id, holder, dueAt))
  return signal.aborted ? undefined : restMs
}

async function goOn(deps: Deps, id: string, calls: Set<Promise<void>>): Promise<number | undefined> {
  const { store, groups, signals, signal } = deps
  let job = await foundJob(deps, id)
  const kind = deps.kinds[job.kind]
  const pieces = job.state === 'undoing' ? undefined : await kind.pieces(job, renewing(deps, id))
  let size = Math.max(firstSize, kind.pace.smallestSize)
  for (let done = 1; !signal.aborted; done += 1) {
    for (let waited = 0, ms = 1; ms > 0 && waited < renewEveryMs && !signal.aborted; waited += ms) {
      ms = pieces?.waitMs?.(job) ?? 0
      if (ms > 0) await signals.within(`call ${id}`, ms)
    }
    const isLast = pieces?.finish !== undefined && job.state !== 'undoing' && job.done >= job.count
    const doPiece = isLast ? await pieces?.finish?.(job) : pieces?.doPiece
    const once = (piece: DoPiece | undefined) => store.write((tx) => round(tx, deps, id, { doPiece: piece, size }))
    const { result, ms } = await groups.inTurn(() =>
      once(doPiece).catch((error: unknown) => {
        if (error instanceof InsteadOfPiece) return once(error.doPiece)
        throw error
      }),
    )
    size = nextSize({ done: Math.abs(result.job.done - job.done), ms }, kind.pace)
    job = result.job
    for (const call of result.step.calls ?? []) {
      const ended: Promise<void> = call().finally(() => {
        calls.delete(ended)
        signals.raise(`call ${id}`)
      })
      calls.add(ended)
    }
    if (!goesOn(job)) return undefined
    const { restMs = 0 } = result.step
    if (restMs > 0 && calls.size === 0) return restMs
    if (done >= (kind.turnPieces ?? turnPieces) && deps.givesWay()) return restMs
    if (restMs > 0) await signals.within(`call ${id}`, Math.min(restMs, renewEveryMs))
  }
  return undefined
}

async function foundJob({ store }: Deps, id: string): Promise<Job> {
  const job = await findJob(store, id)
  if (job === undefined) throw new LeaseLost()
  return job
}

/** Renews the lease where that is long ago. */
function renewing({ store, holder }: Deps, id: string): () => Promise<void> {
  let renewedAt = performance.now()
  return async () => {
    if (performance.now() - renewedAt < renewEveryMs) return
    renewedAt = performance.now()
    await store.write((tx) => renewLease(tx, id, holder))
  }
}

interface NextPiece {
  readonly doPiece: DoPiece | undefined
  readonly size: number
}

/** One piece, with how far the job is after it. */
async function round(tx: Transaction, deps: Deps, id: string, next: NextPiece) {
  const held = await heldJob(tx, id, deps.holder)
  const job: Job = held.state === 'waiting' ? { ...held, state: 'running' } : held
  const step = await stepOf(tx, deps, job, next)
  const { calls: _, restMs: __, ...change } = step
  const saved = await saveJob(tx, { ...job, ...change }, leaseFrom(tx, deps.holder))
  if (isJobOver(saved)) await deps.kinds[saved.kind].ended?.(tx, saved)
  return { step, job: saved }
}

async function stepOf(tx: Transaction, deps: Deps, job: Job, { doPiece, size }: NextPiece): Promise<PieceResult> {
  const kind = deps.kinds[job.kind]
  const permission = typeof kind.permission === 'string' ? kind.permission : kind.permission(job)
  const person = await authorityOf(tx, deps.signIn, job, permission)
  if (job.state === 'undoing' && kind.undo !== undefined) return kind.undo(tx, job, person, size)
  if (kind.isLogged === true) await requireGoing(tx, job)
  if (typeof person === 'string') return kind.withoutAuthority(tx, job, person)
  if (doPiece === undefined) throw new LeaseLost()
  return doPiece(tx, job, person, size)
}

/** What was paused, taken back or ended, or never begun, does not go on because its row of before was put back. @throws Failure TAMPERED */
async function requireGoing(tx: Transaction, { id }: Job): Promise<void> {
  if ((await tx.loggedJobs()).courseOf(id) !== 'going') throw changedPastTheApp()
}

/** A failure that asking again does not fix ends a job; all else is tried again. */
async function afterError(deps: Deps, id: string, error: unknown): Promise<number | undefined> {
  const { store, holder, signal, log } = deps
  if (error instanceof LeaseLost || signal.aborted) return undefined
  if (error instanceof Failure && problemCodes[error.code].status < 500) {
    const ended = await endByFailure(deps, id, error)
    if (ended !== undefined) return ended.restMs
  }
  log.error('job not settled', { errorName: error instanceof Error ? error.name : '' })
  await store.write((tx) => renewLease(tx, id, holder)).catch(() => {})
  return againMs
}

/** A longer list would not help the reader. */
const mostIds = 1_000

/** Answers when there is more to do; undefined where the job is no longer one's own, or was changed past the app. */
async function endByFailure(
  { store, kinds, holder, log }: Deps,
  id: string,
  failure: Failure,
): Promise<Pick<PieceResult, 'restMs'> | undefined> {
  const { code, particulars } = failure
  const { params, ids } = particulars
  const problem = { code, ...(params && { params }), ...(ids && { ids: ids.slice(0, mostIds) }) }
  const end = async (tx: Transaction) => {
    const job = await heldJob(tx, id, holder)
    const kind = kinds[job.kind]
    if (job.state === kind.byFailure) {
      const { restMs = againMs, ...change } = (await kind.stuck?.(tx, job, problem)) ?? {}
      await saveJob(tx, { ...job, ...change })
      return { kind: undefined, restMs }
    }
    const saved = await saveJob(tx, { ...job, state: kind.byFailure, why: 'failed', problem })
    if (isJobOver(saved)) await kind.ended?.(tx, saved)
    return { kind, ...(!isJobOver(saved) && { restMs: 0 }) }
  }
  const ended = await store.write(end).catch((error: unknown) => {
    if (error instanceof LeaseLost) return undefined
    if (!(error instanceof Failure) || error.code !== 'TAMPERED') throw error
    return store.write((tx) => giveUpJob(tx.db, id)).then(() => undefined)
  })
  if (ended?.kind === undefined) log.error('job not settled', { errorName: failure.name })
  else await ended.kind.failed?.(failure)
  return ended
}
