import { randomUUID } from 'node:crypto'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Store, Transaction } from '../store/store.ts'
import type { Question } from '../validations/question.ts'
import type { EndedValidation, Validations } from '../validations/validations.ts'
import { type BegunItem, beginItems, pauseJobFor, type Room, type Runner } from './begin-items.ts'
import { askEndOf, itemAfter, jobAfter } from './steps.ts'
import { changeItem, changeJob, findJob, type JobRow, runningJobs, whatIsLeft } from './validation-job-rows.ts'

/** Asks the provider what people have confirmed for whole batches, in the background and over restarts. */
export interface JobRunner {
  /** Something may be to do. */
  wake(): void
  /** Begins nothing more; resolves once what was under way has ended. */
  stop(): Promise<void>
}

/** The part of an endpoint client that shows whether there is room for another call. */
interface EndpointState {
  readonly waiting: number
  readonly callsPerSecond: number
}

interface RunnerDeps extends Pick<Runner, 'signIn' | 'longestMs'> {
  readonly store: Store
  readonly validations: Pick<Validations, 'ask'>
  readonly endpoints: Readonly<Record<Question['service'], EndpointState>>
  readonly clock: Pick<Clock, 'schedule'>
  readonly log: Log
}

/** How many calls of an endpoint a job makes at a time, which leaves room for people; the least number until the provider has answered. */
const mostAtOnce = 12
const fewest = 2

const busyMs = 1_000
const shortestMs = 25
const idleMs = 5_000

export function createJobRunner(deps: RunnerDeps): JobRunner {
  const { store, clock, log } = deps
  const runner: Runner = { id: randomUUID(), signIn: deps.signIn, longestMs: deps.longestMs }
  const asking = new Map<Promise<void>, BegunItem>()
  /** Grows with each answer, and falls with each failure: where the provider does not answer, few calls are lost. */
  let most = fewest
  let isStopping = false
  let isAwaited = false
  let isWanted = false
  let cancel = () => {}
  let round: Promise<void> = Promise.resolve()

  const start = (begun: BegunItem) => {
    const ended: Promise<void> = ask(deps, begun).then((isAnswered) => {
      most = isAnswered ? Math.min(mostAtOnce, most + 1) : fewest
      asking.delete(ended)
      wake()
    })
    asking.set(ended, begun)
  }
  const see = async (): Promise<number> => {
    const jobs = await runningJobs(store.db)
    for (const job of jobs) {
      const room = roomFor(deps, [...asking.values()], job, most)
      if (!isStopping && (await hasWork(store, job, room))) {
        const begun = await store.write((tx) => beginItems(tx, runner, job.id, room))
        begun.map(start)
      }
    }
    return jobs.length === 0 ? idleMs : paceMs(deps)
  }
  const turn = async () => {
    isWanted = false
    const delayMs = await see().catch((error: unknown) => {
      log.error('batch validations', { errorName: error instanceof Error ? error.name : '' })
      return idleMs
    })
    isAwaited = false
    next(isWanted ? 0 : delayMs)
  }
  const next = (delayMs: number) => {
    if (isStopping) return
    cancel()
    cancel = clock.schedule(delayMs, () => {
      isAwaited = true
      round = turn()
    })
  }
  const wake = () => {
    isWanted = true
    if (!isAwaited) next(0)
  }
  next(0)
  return {
    wake,
    async stop() {
      isStopping = true
      cancel()
      await round
      await Promise.all(asking.keys())
      await store.write((tx) => releaseJobs(tx, runner.id)).catch(() => undefined)
    },
  }
}

/** Whether a round could do anything: rounds write, and most of the time there is nothing to. */
async function hasWork({ db, now }: Store, job: JobRow, room: Room): Promise<boolean> {
  const at = now().toISOString()
  if (job.rest_until !== null && job.rest_until > at) return false
  if (room.identity + room.bank === 0) return false
  const { isDue, isAsking, isWaiting } = await whatIsLeft(db, job.id, at)
  return isDue || isAsking || !isWaiting
}

/**
 * While no limit of the provider is known, a few at a time. Where one is, one waits for its turn, so that a person who checks one beneficiary
 * waits behind one call of ours. In trouble, one alone finds out whether it is over.
 */
function roomFor({ endpoints }: RunnerDeps, asking: readonly BegunItem[], { failures }: JobRow, most: number): Room {
  const roomAt = (service: Question['service']) => {
    const { waiting, callsPerSecond } = endpoints[service]
    if (waiting > 0) return 0
    if (failures > 0) return asking.length === 0 ? 1 : 0
    const own = asking.filter(({ question }) => question.service === service).length
    return Math.max(0, Math.min(callsPerSecond === Number.POSITIVE_INFINITY ? most : 1, most - own))
  }
  const identity = roomAt('identity')
  return { identity, bank: failures > 0 && identity > 0 ? 0 : roomAt('bank') }
}

/** As often as the provider takes a call, where that is known. */
function paceMs({ endpoints: { identity, bank } }: RunnerDeps): number {
  const perSecond = Math.min(identity.callsPerSecond, bank.callsPerSecond)
  return perSecond === Number.POSITIVE_INFINITY ? busyMs : Math.max(shortestMs, Math.min(busyMs, 1000 / perSecond))
}

/** Whether the provider answered. Never rejects: what goes wrong is the item's answer, or the item is lost, which a later round finds. */
async function ask({ validations, log }: RunnerDeps, begun: BegunItem): Promise<boolean> {
  const { question, claim, job } = begun
  try {
    const { answer } = await validations.ask(question, {
      requestId: claim,
      key: undefined,
      personId: job.confirmed_by,
      address: undefined,
      alongside: (tx, ended) => conclude(tx, begun, ended),
    })
    return askEndOf(answer).kind === 'outcome'
  } catch (error) {
    log.error('batch validations', { errorName: error instanceof Error ? error.name : '' })
    return false
  }
}

/** An answer that comes after its item was given up is better than none. */
async function conclude(tx: Transaction, { item, claim }: BegunItem, { answer }: EndedValidation): Promise<void> {
  const job = await findJob(tx.db, item.job_id)
  if (job === undefined) return
  const now = tx.now()
  const end = askEndOf(answer)
  const course = itemAfter(item, end, { asksAgain: job.asks_again === 1, now })
  const isOver = course.state !== 'waiting'
  const change = {
    ...course,
    claim: isOver ? claim : null,
    claimed_at: null,
    ended_at: isOver ? now.toISOString() : null,
  }
  if (!(await changeItem(tx.db, item, { states: ['asking', 'unknown'], claim }, change))) return
  const { state, why, failures, unknowns, rest_until } = jobAfter(job, end, now)
  if (job.state === 'running' && state === 'paused' && why !== null) await pauseJobFor(tx, job, why)
  await changeJob(tx.db, job.id, { state, why, failures, unknowns, rest_until })
}

/** Another server need not wait. */
async function releaseJobs({ db }: Transaction, holder: string): Promise<void> {
  for (const { id, lease_holder } of await runningJobs(db))
    if (lease_holder === holder) await changeJob(db, id, { lease_holder: null, lease_until: null })
}
