import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { type ListJob, type ListPlace, listActs, listJobKinds } from '#shared/api/list-job.ts'
import { Failure } from '../kernel/failure.ts'
import type { Member } from '../people/member.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { type GroupPace, timeOf } from '../writes/paced-groups.ts'
import { InsteadOfPiece, type JobKind, type PieceResult } from './job.ts'
import { findPartWith, putAnswers, putJobPart, removeGivenParts } from './job-part-rows.ts'
import { addJob, changedPastTheApp, findJob, type Job, saveJob } from './job-rows.ts'
import { type ActOnThings, concluded, FirstRefused, paceOf, type ThingResults } from './list-acts.ts'
import { removeOpenLists, requireRoomForLists } from './list-room.ts'
import { logEnd } from './stop-despite.ts'

/*
 * A list of things, thousands of them, with which a person has confirmed that something is done: it is given in parts, and once it is whole, a job acts
 * on it, to its end. What became of each thing is there for a day. A list that is stopped leaves the rest as it is; given again, it does what is left.
 * How its person looks at it, pauses and stops it is in lists/own-lists.ts.
 */

interface ListWork<Item, Answer> {
  readonly permission: JobKind['permission']
  readonly pace?: GroupPace
  /** What is given. */
  readonly items: z.ZodMiniType<readonly Item[]>
  /** @param part with the things that come next, among others, and the place of its first one */
  readonly act: (job: Job, person: Member, part: GivenPart<Item>) => ActOnThings<Item, Answer>
  /** Its course once more things have been answered, where it has one besides the counts. */
  readonly course?: (tx: Transaction, job: Job, answers: readonly Answer[]) => Job['course']
}

export interface GivenPart<Item> {
  readonly from: number
  readonly items: readonly Item[]
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
        const { data: items = [] } = z.safeParse(work.items, part?.content)
        const { from = 0 } = part ?? {}
        const some = items.slice(job.done - from).slice(0, size)
        if (some.length === 0) throw changedPastTheApp()
        const own = work.act(job, person, { from, items })
        const conclude = async (again: Transaction, now: Job, results: ThingResults<Answer>): Promise<PieceResult> => {
          const { answers, follow } = concluded(own, some, results)
          const course = work.course && { course: work.course(again, now, answers) }
          return { ...(await answered(again, now, answers)), ...course, ...(follow && { calls: [follow] }) }
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
      await logEnd(tx, job)
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
 * @throws Failure NOT_FOUND, TOO_MANY_LISTS, STATE_CONFLICT for others in their place, or more than there are to be
 */
export async function takeList(
  tx: Transaction,
  person: Member,
  about: NewList,
  { jobId, from, count }: ListPlace,
  items: readonly object[],
): Promise<string> {
  const job = jobId === undefined ? await beginList(tx, person, about, count) : await listJobOf(tx, person, jobId)
  const isOther =
    job.kind !== about.kind || isDoneOtherwise(job, about) || job.aboutId !== about.aboutId || job.count !== count
  if (isOther) throw wrongList()
  const had = job.state === 'collecting' ? z.number().parse(job.course) : count
  const now = from + items.length
  if (now > count || from > had) throw wrongList()
  if (now <= had) return job.id
  for (let first = had - from; first < items.length; first += mostInPart)
    await putJobPart(tx, job.id, from + first, items.slice(first, first + mostInPart))
  await requireRoomForLists(tx, person.id, job.id)
  if (now < count) await saveJob(tx, { ...job, course: now })
  else await letGoOn(tx, { ...job, course: count })
  return job.id
}

export function wrongList(): Failure {
  return new Failure('STATE_CONFLICT', { params: { why: 'list' } })
}

/**
 * Lets a list begin that is whole, or go on that rests.
 * @throws Failure TAMPERED for one that has begun before, or does not rest by the audit log: its row of then was put back
 */
export async function letGoOn(tx: Transaction, job: Job): Promise<void> {
  const { id, personId, kind, aboutId, count, given } = job
  const course = job.state === 'paused' ? 'paused' : undefined
  if ((await tx.loggedJobs()).courseOf(id) !== course) throw changedPastTheApp()
  await saveJob(tx, { ...job, state: 'waiting', dueAt: '' })
  const isOfBatch = aboutId !== ''
  const thing = isOfBatch ? ({ type: 'batch', id: aboutId } as const) : ({ type: 'person', id: personId } as const)
  const signed = z.safeParse(signedSchema, given).data
  const approving = isOfBatch ? 'batch.approving' : 'approval.begun'
  const action = kind === 'approval' ? approving : 'list.begun'
  const facts = {
    job: id,
    count,
    ...(signed && { root: signed.root, ...(signed.signature !== null && { isSigned: true }) }),
  }
  await tx.audit({ personId, action, thing, facts })
}

/** What names a list that is approved, and what its person has signed of it. */
const signedSchema = z.object({ root: z.string(), signature: z.unknown() })

/** Each piece reads one part, whole. */
const mostInPart = 100

/** Another list of theirs about the same that was never given whole goes with it, and the oldest of too many others. */
async function beginList(tx: Transaction, person: Member, about: NewList, count: number): Promise<Job> {
  await removeOpenLists(tx, person.id, about)
  return addJob(tx, { ...about, id: randomUUID(), personId: person.id, state: 'collecting', count, course: 0 })
}

/** @throws Failure NOT_FOUND, TAMPERED */
export async function listJobOf(reader: Reader, person: Pick<Member, 'id'>, id: string): Promise<Job> {
  const job = await findJob(reader, id)
  if (job?.personId !== person.id || listKindOf(job) === undefined)
    throw new Failure('NOT_FOUND', { params: { what: 'work' } })
  return job
}

export function listKindOf({ kind }: Pick<Job, 'kind'>): ListJob['kind'] | undefined {
  return listJobKinds.find((one) => one === kind)
}

const howSchema = z.object({ act: z.enum(listActs), comment: z.optional(z.string()) })

/** What is done with the things of a list, and what is told of it, where its kind does not say. */
export function howIn({ given }: Pick<Job, 'given'>) {
  return z.safeParse(howSchema, given).data
}

function isDoneOtherwise(one: Pick<Job, 'given'>, other: Pick<Job, 'given'>): boolean {
  return howIn(one)?.act !== howIn(other)?.act || howIn(one)?.comment !== howIn(other)?.comment
}
