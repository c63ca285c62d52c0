import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { kindsOf } from '#shared/api/approval.ts'
import { type ListedPayout, leavesOf, rootOf } from '#shared/api/approved-list.ts'
import {
  type ApprovalWrite,
  type BatchReview,
  batchReviewSchema,
  linesAtOnce,
  payoutsInPart,
  type ReviewLine,
  reviewLinesSchema,
} from '#shared/api/batch-review.ts'
import { itemRefusalSchema } from '#shared/api/batch-rows.ts'
import { type ListJob, listAnswersSchema, listJobSchema, newestJobSchema } from '#shared/api/list-job.ts'
import type { RevealedPayout } from '#shared/api/payout.ts'
import { hashAll } from '../lists/approval-job.ts'
import { type EnrolledPerson, okay, sendAssertion } from './accounts.ts'
import { putInBatch } from './in-batch.ts'
import { confirmedWithReason } from './payouts.ts'
import type { Answer, TestApp, Visitor } from './test-app.ts'

/** A batch with these payouts. */
export async function batchOf(
  app: Pick<TestApp, 'openStore'>,
  clerk: Visitor,
  ids: readonly string[],
): Promise<string> {
  const write = { name: 'July', source: { kind: 'paste', name: null }, rowsGiven: ids.length }
  const { headers } = await clerk.post('/api/batches', write)
  const id = `${headers.location}`.split('/')[3] ?? ''
  await putInBatch(await app.openStore(), id, ids)
  return id
}

/** All that a reviewer is shown of a batch, so many lines at a time. */
export async function lookThrough(
  person: Visitor,
  batchId: string,
  atOnce = linesAtOnce,
): Promise<{ readonly lines: readonly ReviewLine[]; readonly review: BatchReview }> {
  const review = batchReviewSchema.parse(okay(await person.get(`/api/batches/${batchId}/review`)))
  const ids = review.payouts.map(({ id }) => id)
  const lines: ReviewLine[] = []
  for (let from = 0; from < ids.length; from += atOnce) {
    const body = { ids: ids.slice(from, from + atOnce) }
    lines.push(...reviewLinesSchema.parse(okay(await person.post(`/api/batches/${batchId}/review-lines`, body))).lines)
  }
  return { lines, review }
}

export type Listed = ApprovalWrite['payouts'][number]

/** What of lines an act is about, with warnings of these kinds confirmed alike. */
export function listOf(lines: readonly ReviewLine[], alike: readonly string[] = []): readonly Listed[] {
  return lines.map(({ id, version, requestHash, warningsHash, warnings }) => ({
    id,
    version,
    requestHash,
    warningsHash,
    confirmedKinds: alike.filter((code) => warnings.some((warning) => warning.code === code)),
  }))
}

/** Names a list as a page does. */
export async function namedList(list: readonly ListedPayout[]) {
  return { root: await rootOf(await leavesOf(list, hashAll), hashAll), count: list.length }
}

/** Signs the approval of a list, of one payout too: the answer has its id. */
export async function signList(
  { visitor, authenticator }: Pick<EnrolledPerson, 'visitor' | 'authenticator'>,
  list: readonly ListedPayout[],
  { batchId }: { readonly batchId?: string } = {},
): Promise<Answer> {
  const addresses = { begin: '/api/approvals/challenge', end: '/api/approvals/signature' }
  return sendAssertion(visitor, authenticator, { ...addresses, body: { ...(await namedList(list)), batchId } })
}

/** A payout that a person looked at, as a list of one has it. */
export function listedOne(id: string, { version, requestHash, warningsHash, warnings }: RevealedPayout): ListedPayout {
  return { id, version, requestHash, warningsHash, confirmedKinds: kindsOf(confirmedWithReason(warnings)) }
}

interface GivenListOptions {
  readonly key?: string
  readonly signature?: object
}

/** Has a list approved. */
export async function beginAct(
  person: Visitor,
  batchId: string | undefined,
  list: readonly Listed[],
  options: GivenListOptions = {},
): Promise<Answer> {
  return giveAct(person, { ...(await namedList(list)), batchId }, list, options)
}

/** Gives payouts as those of a list, in its parts; answers the last answer, or the first refusal. */
export async function giveAct(
  person: Visitor,
  { root, count, batchId }: { readonly root: string; readonly count: number; readonly batchId?: string | undefined },
  payouts: readonly Listed[],
  { key = randomUUID(), signature = {} }: GivenListOptions = {},
): Promise<Answer> {
  let answer: Answer | undefined
  for (let from = 0; from < payouts.length; from += payoutsInPart) {
    const list = { from, count, ...(answer && { jobId: listJobSchema.parse(answer.json).id }) }
    const body = { root, batchId, ...signature, list, payouts: payouts.slice(from, from + payoutsInPart) }
    answer = await person.post('/api/approval-jobs', body, { 'idempotency-key': `${key}.${from}` })
    if (answer.status >= 300) return answer
  }
  if (answer === undefined) throw new Error('The list is empty.')
  return answer
}

export function actIn(answer: Answer): ListJob {
  return listJobSchema.parse(okay(answer))
}

/** An act that is over, and what was refused of it. */
export interface ActResult extends ListJob {
  readonly refusals: readonly z.infer<typeof refusedSchema>[]
}

const refusedSchema = z.object({ id: z.string(), problem: itemRefusalSchema })

/** Lets an act go on until it is over. */
export async function runAct(person: Visitor, id: string): Promise<ActResult> {
  for (;;) {
    const act = actIn(await person.post(`/api/jobs/${id}/resume`, {}))
    if (act.state !== 'done' && act.state !== 'undone') continue
    const { items } = listAnswersSchema.parse(okay(await person.get(`/api/jobs/${id}/answers`)))
    return { ...act, refusals: items.flatMap((item) => z.safeParse(refusedSchema, item).data ?? []) }
  }
}

/** One's own newest act over payouts of a batch that is under way, or is over. */
export async function newestAct(person: Visitor, batchId: string): Promise<ListJob | null> {
  return newestJobSchema.parse(okay(await person.get(`/api/jobs?kind=approval&batchId=${batchId}`))).job
}

/** The whole act. */
export async function approveList(
  person: Visitor,
  batchId: string | undefined,
  list: readonly Listed[],
  options: GivenListOptions = {},
): Promise<ActResult> {
  return runAct(person, actIn(await beginAct(person, batchId, list, options)).id)
}
