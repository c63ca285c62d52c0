import * as z from 'zod/mini'
import { type ListJob, listAnswersSchema, listJobKinds } from '#shared/api/list-job.ts'
import { findAnswers, removeGivenParts } from '../jobs/job-part-rows.ts'
import { type Job, jobsAbout, openStates, problemOfJob, saveJob, unfulfilledJobs } from '../jobs/job-rows.ts'
import { howIn, letGoOn, listJobOf, listKindOf } from '../jobs/list-jobs.ts'
import { logEnd, requireAsLogged, stopDespite } from '../jobs/stop-despite.ts'
import { Failure } from '../kernel/failure.ts'
import { undoMs } from '../payout-state/transition.ts'
import type { Member } from '../people/member.ts'
import { refusalOnWire } from '../problems/english-texts.ts'
import type { Reader, Store, Transaction } from '../store/store.ts'
import { approvalJob, isExpired, undoable } from './approval-job.ts'

/* What a person sees of their own lists, of whichever kind, and how they let them rest, go on, or end. */

/** One's own newest list of a kind that is under way, which no newer one hides that is over or was not given whole; else the newest that is over. */
export async function newestListJob(
  reader: Reader,
  { id: personId }: Pick<Member, 'id'>,
  about: Pick<Job, 'kind' | 'aboutId'>,
): Promise<ListJob | null> {
  for (const states of [
    [...openStates, 'paused'],
    ['done', 'stopped', 'failed'],
  ] as const) {
    const [job] = await jobsAbout(reader, { ...about, personId, states }, 1)
    if (job !== undefined) return presentListJob(job)
  }
  return null
}

/** One's own lists of the last days, about a batch or none, that are over and did not do all. */
export async function pastListJobs(
  reader: Reader,
  { id: personId }: Pick<Member, 'id'>,
  aboutId: string,
): Promise<ListJob[]> {
  return (await unfulfilledJobs(reader, { kinds: listJobKinds, aboutId, personId }, mostPast)).map(presentListJob)
}

const mostPast = 20

/** @throws Failure NOT_FOUND for a job of another kind */
export function presentListJob(job: Job): ListJob {
  const kind = listKindOf(job)
  if (kind === undefined) throw new Failure('NOT_FOUND', { params: { what: 'work' } })
  const { id, aboutId, why, count, done, failed, endedAt } = job
  return {
    ...{ id, kind, count, done, refused: failed, endedAt },
    batchId: aboutId === '' ? null : aboutId,
    act: howIn(job)?.act ?? null,
    state: stateOf(job),
    problem: problemIn(problemOfJob(job) ?? lostAuthority(why)),
    ...(kind === 'approval' ? undoOf(job) : { succeeded: done - failed, undoUntil: null }),
  }
}

function stateOf(job: Job): ListJob['state'] {
  const { kind, state, done } = job
  if (state === 'waiting') return 'running'
  const isAtStart = state === 'stopped' && kind === 'approval' && done === 0
  return isAtStart && approvalJob(job).course.undoAskedAt !== null ? 'undone' : state
}

function undoOf(job: Job): Pick<ListJob, 'succeeded' | 'undoUntil'> {
  const { approved, endedAt } = approvalJob(job).course
  const canUndo = undoable.has(job.state) && endedAt !== null && approved > 0
  return { succeeded: approved, undoUntil: canUndo ? new Date(Date.parse(endedAt) + undoMs).toISOString() : null }
}

function problemIn(failure: Failure | undefined): ListJob['problem'] {
  return failure === undefined ? null : refusalOnWire({ code: failure.code, params: failure.particulars.params ?? {} })
}

function lostAuthority(why: string | null): Failure | undefined {
  if (why === null || why === 'person') return undefined
  return new Failure('SIGN_IN_REQUIRED', { params: { why: why === 'suspended' ? 'suspended' : 'roles_changed' } })
}

/** So many parts, each of some things, are a page. */
const mostParts = 20

const answersSchema = z.array(listAnswersSchema.shape.items)

/** What became of the things of a list, from a place on, and the place of what comes after these. @throws Failure NOT_FOUND, TAMPERED */
export async function answersOfList(reader: Reader, person: Pick<Member, 'id'>, id: string, from: number) {
  await listJobOf(reader, person, id)
  const parts = answersSchema.parse(await findAnswers(reader, id, from, mostParts))
  const items = parts.flat()
  return { items, next: parts.length === mostParts ? from + items.length : null }
}

/** Lets a list rest until its person goes on with it. @throws Failure STATE_CONFLICT where it does not go on; NOT_FOUND, TAMPERED */
export async function pauseListJob(store: Pick<Store, 'write'>, person: Pick<Member, 'id'>, id: string): Promise<void> {
  const pause = async (tx: Transaction) => {
    const job = await listJobOf(tx, person, id)
    await requireAsLogged(tx, job)
    if (job.state !== 'waiting' && job.state !== 'running')
      throw new Failure('STATE_CONFLICT', { params: { why: 'state' } })
    await saveJob(tx, { ...job, state: 'paused' })
    await logPause(tx, job)
  }
  await stopDespite(store, { id, kind: 'list', to: 'paused', by: person.id }, pause, (tx) =>
    logPause(tx, { id, personId: person.id }),
  )
}

async function logPause(tx: Transaction, { id, personId }: Pick<Job, 'id' | 'personId'>): Promise<void> {
  await tx.audit({ personId, action: 'list.paused', thing: { type: 'person', id: personId }, facts: { job: id } })
}

/**
 * Goes on with a list that rests, within the day in which that takes no other proof of who one is; of another one nothing changes.
 * @throws Failure CEREMONY_EXPIRED, NOT_FOUND, TAMPERED
 */
export async function resumeListJob(
  store: Pick<Store, 'write'>,
  person: Pick<Member, 'id'>,
  id: string,
): Promise<void> {
  await store.write(async (tx) => {
    const job = await listJobOf(tx, person, id)
    if (job.state !== 'paused') return
    if (isExpired(tx, job)) throw new Failure('CEREMONY_EXPIRED')
    await letGoOn(tx, job)
  })
}

/**
 * Leaves what is not done yet as it is; of one that is over nothing changes.
 * @throws Failure NOT_FOUND; TAMPERED where its row was changed past the app: once it is put back, it does not go on
 */
export async function stopListJob(store: Pick<Store, 'write'>, person: Pick<Member, 'id'>, id: string): Promise<void> {
  const stop = async (tx: Transaction) => {
    const job = await listJobOf(tx, person, id)
    await requireAsLogged(tx, job)
    if (job.state !== 'waiting' && job.state !== 'running' && job.state !== 'paused') return
    await removeGivenParts(tx.db, id)
    await saveJob(tx, { ...job, state: 'stopped', why: 'person' })
    await logEnd(tx, job)
  }
  await stopDespite(store, { id, kind: 'list', to: 'ended', by: person.id }, stop, (tx) =>
    logEnd(tx, { id, personId: person.id }),
  )
}
