import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { type ListJob, type ListPlace, listActs, listAnswersSchema, listJobKinds } from '#shared/api/list-job.ts'
import { Failure } from '../kernel/failure.ts'
import type { Member } from '../people/member.ts'
import { refusalOnWire } from '../problems/english-texts.ts'
import type { Reader, Store, Transaction } from '../store/store.ts'
import { type GroupPace, timeOf } from '../writes/paced-groups.ts'
import { InsteadOfPiece, type JobKind, type PieceResult } from './job.ts'
import { findAnswers, findPartWith, putAnswers, putJobPart, removeGivenParts } from './job-part-rows.ts'
import {
  addJob,
  changedPastTheApp,
  findJob,
  goesOn,
  type Job,
  jobsAbout,
  problemOfJob,
  removeOpenLists,
  saveJob,
} from './job-rows.ts'
import { type ActOnThings, concluded, FirstRefused, paceOf, type ThingResults } from './list-acts.ts'
import { logEnd, requireAsLogged, stopDespite } from './stop-despite.ts'

/*
 * A list of things, thousands of them, with which a person has confirmed that something is done: it is given in parts, and once it is whole, a job acts
 * on it, to its end. What became of each thing is there for a day. A list that is stopped leaves the rest as it is; given again, it does what is left.
 */

interface ListWork<Item, Answer> {
  readonly permission: JobKind['permission']
  readonly pace?: GroupPace
  /** What is given. */
  readonly items: z.ZodMiniType<readonly Item[]>
  readonly act: (job: Job, person: Member) => ActOnThings<Item, Answer>
}

/** Acts on the things of a list, each in the transaction that counts it. */
export function listKind<Item extends object, Answer extends object>(work: ListWork<Item, Answer>): JobKind {
  const pace = paceOf(work)
  return {
    permission: work.permission,
    pace,
    byFailure: 'failed',
    pieces: async () => ({
      async doPiece(tx, job, person, size) {
        const part = await findPartWith(tx, job.id, job.done)
        const { data = [] } = z.safeParse(work.items, part?.content)
        const some = data.slice(job.done - (part?.from ?? 0)).slice(0, size)
        if (some.length === 0) throw changedPastTheApp()
        const own = work.act(job, person)
        const conclude = async (again: Transaction, now: Job, results: ThingResults<Answer>): Promise<PieceResult> => {
          const { answers, follow } = concluded(own, some, results)
          return { ...(await answered(again, now, answers)), ...(follow && { calls: [follow] }) }
        }
        const results = await own.act(tx, person, some, timeOf(pace)).catch((error: unknown) => {
          if (!(error instanceof FirstRefused)) throw error
          throw new InsteadOfPiece((again, now) => conclude(again, now, [error.failure]))
        })
        return conclude(tx, job, results)
      },
    }),
    withoutAuthority: async (_tx, _job, why) => ({ state: 'stopped', why }),
    isLogged: true,
    async ended(tx, job) {
      await removeGivenParts(tx.db, job.id)
      await logEnd(tx, 'list.ended', job)
    },
  }
}

/** Saves what became of things, beside how far the job is. */
async function answered(tx: Transaction, job: Job, answers: readonly object[]): Promise<PieceResult> {
  await putAnswers(tx, job.id, job.done, answers)
  const done = job.done + answers.length
  const failed = job.failed + answers.filter((answer) => 'problem' in answer).length
  return { done, failed, state: done === job.count ? 'done' : 'running' }
}

type NewList = Pick<Job, 'aboutId' | 'given'> & { readonly kind: ListJob['kind'] }

/**
 * Takes things of a list, which goes on once it is whole; the same once more changes nothing. Answers the id of its job.
 * @throws Failure NOT_FOUND, STATE_CONFLICT for others in their place, or more than there are to be
 */
export async function takeList(
  tx: Transaction,
  person: Member,
  about: NewList,
  { jobId, from, count }: ListPlace,
  items: readonly object[],
): Promise<string> {
  const job = jobId === undefined ? await beginList(tx, person, about, count) : await listJobOf(tx, person, jobId)
  const had = job.state === 'collecting' ? z.number().parse(job.course) : count
  const now = from + items.length
  const isOther =
    job.kind !== about.kind || isDoneOtherwise(job, about) || job.aboutId !== about.aboutId || job.count !== count
  if (isOther || now > count || from > had) throw new Failure('STATE_CONFLICT', { params: { why: 'list' } })
  if (now <= had) return job.id
  for (let first = had - from; first < items.length; first += mostInPart)
    await putJobPart(tx, job.id, from + first, items.slice(first, first + mostInPart))
  if (now < count) await saveJob(tx, { ...job, course: now })
  else await letGoOn(tx, job)
  return job.id
}

/** @throws Failure TAMPERED for one that has begun before: its row of then was put back */
async function letGoOn(tx: Transaction, job: Job): Promise<void> {
  const { id, personId, aboutId, count } = job
  if ((await tx.loggedJobs()).courseOf(id) !== undefined) throw changedPastTheApp()
  await saveJob(tx, { ...job, course: count, state: 'waiting', dueAt: '' })
  const thing = aboutId === '' ? ({ type: 'person', id: personId } as const) : ({ type: 'batch', id: aboutId } as const)
  await tx.audit({ personId, action: 'list.begun', thing, facts: { job: id, count } })
}

/** Each piece reads one part, whole. */
const mostInPart = 100

/** Another list of theirs about the same that was never given whole goes with it, and the oldest of too many others. */
async function beginList(tx: Transaction, person: Member, about: NewList, count: number): Promise<Job> {
  await removeOpenLists(tx, person.id, about)
  return addJob(tx, { ...about, id: randomUUID(), personId: person.id, state: 'collecting', count, course: 0 })
}

/** One of them at most was not given whole. */
function ownJobs(reader: Reader, { id: personId }: Pick<Member, 'id'>, about: Pick<Job, 'kind' | 'aboutId'>) {
  return jobsAbout(reader, { kind: about.kind, aboutId: about.aboutId, personId }, 2)
}

/** One's own newest list of a kind that was given whole. */
export async function newestListJob(
  reader: Reader,
  person: Pick<Member, 'id'>,
  about: Pick<NewList, 'kind' | 'aboutId'>,
): Promise<ListJob | null> {
  const job = (await ownJobs(reader, person, about)).find(({ state }) => state !== 'collecting')
  return job === undefined ? null : presentListJob(job)
}

/** @throws Failure NOT_FOUND, TAMPERED */
export async function listJobOf(reader: Reader, person: Pick<Member, 'id'>, id: string): Promise<Job> {
  const job = await findJob(reader, id)
  if (job?.personId !== person.id || listKindOf(job) === undefined)
    throw new Failure('NOT_FOUND', { params: { what: 'work' } })
  return job
}

/**
 * Leaves what is not done yet as it is; of one that is over nothing changes.
 * @throws Failure NOT_FOUND; TAMPERED where its row was changed past the app: once it is put back, it does not go on
 */
export async function stopListJob(store: Pick<Store, 'write'>, person: Pick<Member, 'id'>, id: string): Promise<void> {
  const stop = async (tx: Transaction) => {
    const job = await listJobOf(tx, person, id)
    await requireAsLogged(tx, job)
    if (!goesOn(job)) return
    await removeGivenParts(tx.db, id)
    await saveJob(tx, { ...job, state: 'stopped', why: 'person' })
    await logEnd(tx, 'list.ended', job)
  }
  await stopDespite(store, { id, kind: 'list', to: 'ended', by: person.id }, stop, (tx) =>
    logEnd(tx, 'list.ended', { id, personId: person.id }),
  )
}

function listKindOf({ kind }: Pick<Job, 'kind'>): ListJob['kind'] | undefined {
  return listJobKinds.find((one) => one === kind)
}

const howSchema = z.object({ act: z.enum(listActs), comment: z.optional(z.string()) })

/** What is done with the things of a list, and what is told of it, where its kind does not say. */
function howIn({ given }: Pick<Job, 'given'>) {
  return z.safeParse(howSchema, given).data
}

function isDoneOtherwise(one: Pick<Job, 'given'>, other: Pick<Job, 'given'>): boolean {
  return howIn(one)?.act !== howIn(other)?.act || howIn(one)?.comment !== howIn(other)?.comment
}

/** @throws Failure NOT_FOUND for a job of another kind */
export function presentListJob(job: Job): ListJob {
  const kind = listKindOf(job)
  if (kind === undefined) throw new Failure('NOT_FOUND', { params: { what: 'work' } })
  const { id, aboutId, state, why, count, done, failed, endedAt } = job
  return {
    ...{ id, kind, count, done, refused: failed, endedAt },
    batchId: aboutId === '' ? null : aboutId,
    act: howIn(job)?.act ?? null,
    state: state === 'collecting' || state === 'done' || state === 'stopped' || state === 'failed' ? state : 'running',
    problem: problemIn(problemOfJob(job) ?? lostAuthority(why)),
  }
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
  const { done } = await listJobOf(reader, person, id)
  const items = answersSchema.parse(await findAnswers(reader, id, from, mostParts)).flat()
  const next = from + items.length
  return { items, next: items.length > 0 && next < done ? next : null }
}
