import type { JobKind, JobPieces, PieceResult } from '../jobs/job.ts'
import { findJob, type Job, saveJob } from '../jobs/job-rows.ts'
import type { Log } from '../kernel/log.ts'
import type { Transaction } from '../store/store.ts'
import type { Question } from '../validations/question.ts'
import type { EndedValidation, Validations } from '../validations/validations.ts'
import { unbroken } from '../writes/paced-groups.ts'
import { type BegunItem, beginItems, type Room } from './begin-items.ts'
import { auditCalls, confirmedJob, pauseFor } from './confirmed-job.ts'
import { askEndOf, itemAfter, jobAfter } from './steps.ts'
import { changeItem } from './validation-item-rows.ts'

/** The part of an endpoint client that shows whether there is room for another call. */
interface EndpointState {
  readonly waiting: number
  readonly callsPerSecond: number
}

interface ValidationDeps {
  readonly validations: Pick<Validations, 'ask'>
  readonly endpoints: Readonly<Record<Question['service'], EndpointState>>
  /** After so long an asking that has not ended is lost. */
  readonly longestMs: number
  readonly log: Log
}

/** How many calls of an endpoint are made at a time, which leaves room for people; the least number until the provider has answered. */
const mostAtOnce = 12
const fewest = 2

const busyMs = 1_000
const shortestMs = 25

/** Asks the provider what a person has confirmed for a whole batch. */
export function validationKind(deps: ValidationDeps): JobKind {
  const asking = new Set<BegunItem>()
  /** Grows with each answer, and falls with each failure: where the provider does not answer, few calls are lost. */
  let most = fewest
  const roomOf = (job: Job) => roomFor(deps, [...asking], confirmedJob(job).course.failures, most)
  const callOf = (begun: BegunItem) => async () => {
    asking.add(begun)
    const isAnswered = await ask(deps, begun)
    most = isAnswered ? Math.min(mostAtOnce, most + 1) : fewest
    asking.delete(begun)
  }
  const pieces: JobPieces = {
    waitMs: (job) => {
      const { identity, bank } = roomOf(job)
      return identity + bank === 0 ? paceMs(deps) : 0
    },
    async doPiece(tx, job): Promise<PieceResult> {
      const room = roomOf(job)
      if (room.identity + room.bank === 0) return { restMs: paceMs(deps) }
      const { begun, step } = await beginItems(tx, confirmedJob(job), room, deps.longestMs)
      return begun.length === 0 ? step : { ...step, calls: begun.map(callOf), restMs: paceMs(deps) }
    },
  }
  return {
    permission: 'enter',
    isLogged: true,
    pace: unbroken,
    byFailure: 'failed',
    pieces: async () => pieces,
    withoutAuthority: (tx, job, why) => pauseFor(tx, confirmedJob(job), why),
  }
}

/**
 * While no limit of the provider is known, a few at a time. Where one is, one waits for its turn, so that a person who checks one beneficiary
 * waits behind one call of ours. In trouble, one alone finds out whether it is over.
 */
function roomFor({ endpoints }: ValidationDeps, asking: readonly BegunItem[], failures: number, most: number): Room {
  const roomAt = (service: Question['service']) => {
    const { waiting, callsPerSecond } = endpoints[service]
    if (waiting > 0) return 0
    if (failures > 0) return asking.length === 0 ? 1 : 0
    const places = callsPerSecond === Number.POSITIVE_INFINITY ? most : 1
    const free = places - asking.filter(({ question }) => question.service === service).length
    // Several together, as each time is an entry of the audit log.
    return 2 * free < places ? 0 : free
  }
  const identity = roomAt('identity')
  return { identity, bank: failures > 0 && identity > 0 ? 0 : roomAt('bank') }
}

/** As often as the provider takes a call, where that is known. */
function paceMs({ endpoints: { identity, bank } }: ValidationDeps): number {
  const perSecond = Math.min(identity.callsPerSecond, bank.callsPerSecond)
  return perSecond === Number.POSITIVE_INFINITY ? busyMs : Math.max(shortestMs, Math.min(busyMs, 1000 / perSecond))
}

/** Whether the provider answered. Never rejects: what goes wrong is the item's answer, or the item is lost, which a later round finds. */
async function ask({ validations, log }: ValidationDeps, begun: BegunItem): Promise<boolean> {
  const { question, claim, job } = begun
  try {
    const { answer } = await validations.ask(question, {
      requestId: claim,
      key: undefined,
      personId: job.personId,
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
  const found = await findJob(tx, item.job_id)
  if (found === undefined) return
  const job = confirmedJob(found)
  const now = tx.now()
  if (!answer.mayHaveRun && item.test_mode === 0) await auditCalls(tx, job, { notRun: 1 })
  const end = askEndOf(answer)
  const course = itemAfter(item, end, { asksAgain: job.given.asksAgain, now })
  const isOver = course.state !== 'waiting'
  const change = {
    ...course,
    claim: isOver ? claim : null,
    claimed_at: null,
    ended_at: isOver ? now.toISOString() : null,
  }
  const isFirst = await changeItem(tx.db, item, { states: ['asking'], claim }, change)
  if (!isFirst && !(await changeItem(tx.db, item, { states: ['unknown'], claim }, change))) return
  const { state, why, ...rest } = jobAfter({ state: job.state, why: null, ...job.course }, end, now)
  const paused = job.state === 'running' && state === 'paused' && why !== null ? await pauseFor(tx, job, why) : {}
  await saveJob(tx, { ...job, done: job.done + (isFirst && isOver ? 1 : 0), ...paused, course: rest })
}
