import { createHash, randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { type Approval, kindsOf } from '#shared/api/approval.ts'
import { type HashAll, leavesOf, levelsOf, rootOf } from '#shared/api/approved-list.ts'
import type { ApprovalWrite } from '#shared/api/batch-review.ts'
import { issueOn } from '#shared/api/issue.ts'
import type { SignInMode } from '#shared/api/session.ts'
import { requiredSignature } from '../accounts/approval-signatures.ts'
import { requireBatch } from '../batches/batches.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import { putJobPart } from '../jobs/job-part-rows.ts'
import { addJob, type Job, saveJob } from '../jobs/job-rows.ts'
import { listJobOf, wrongList } from '../jobs/list-jobs.ts'
import { removeOpenLists, requireRoomForLists } from '../jobs/list-room.ts'
import { rememberedMs } from '../jobs/run-jobs.ts'
import { Failure } from '../kernel/failure.ts'
import type { PayoutAtVersion } from '../payout-state/saved-payout.ts'
import { approvePayouts } from '../payouts/approve-payouts.ts'
import { theOne } from '../payouts/move-together.ts'
import type { Actor, Member } from '../people/member.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { idsInBatch } from './review-rows.ts'

/*
 * An act by which a person approves payouts, of a batch or not: a list that its root names, signed once where the person signs. It is begun with
 * the root, given its list in parts, and then goes on as any list does.
 */

const signedSchema = z.object({
  root: z.string(),
  /** What a passkey has signed of it; null where the person signs none. */
  signature: z.nullable(z.record(z.string(), z.unknown())),
})

const courseSchema = z.object({
  /** The roots of its parts; null of those that were not given yet. */
  roots: z.array(z.nullable(z.string())),
  approved: z.number(),
  /** When its last payout was decided, and when its undoing was requested. */
  endedAt: z.nullable(z.string()),
  undoAskedAt: z.nullable(z.string()),
})

/** An act of approval. It is about a batch, or about nothing where its payouts need not be of one. */
export interface ApprovalJob extends Job {
  readonly given: z.infer<typeof signedSchema>
  readonly course: z.infer<typeof courseSchema>
}

export function approvalJob(job: Job): ApprovalJob {
  return { ...job, given: signedSchema.parse(job.given), course: courseSchema.parse(job.course) }
}

/** In which states an act can be taken back. */
export const undoable: ReadonlySet<Job['state']> = new Set(['waiting', 'running', 'paused', 'done'])

/** How many payouts are read at once: a power of two, so that the roots of these pieces make the root of the list. */
export const payoutsInPiece = 128

/** SHA-256 takes a microsecond here, so it need not run in a worker. */
export const hashAll: HashAll = async (texts) =>
  texts.map((text) => createHash('sha256').update(text).digest('base64url'))

interface ApprovedCount {
  readonly count: number
}

/**
 * Begins an act over a list that is given in parts after that, in place of the oldest of too many open lists; answers its id.
 * @throws Failure NOT_FOUND, STEP_UP_REQUIRED where the person signs approvals and has not signed this list
 */
export async function beginApproval(
  tx: Transaction,
  signIn: SignInMode,
  person: Member,
  { batchId, root, count, signatureId }: Pick<ApprovalWrite, 'batchId' | 'root' | 'signatureId'> & ApprovedCount,
): Promise<string> {
  if (batchId !== undefined) await requireBatch(tx, batchId)
  const signature = await requiredSignature(tx, signIn, person, { signatureId, batchId, root, count })
  await removeOpenLists(tx, person.id)
  const id = randomUUID()
  const roots = Array.from({ length: Math.ceil(count / payoutsInPiece) }, () => null)
  await addJob(tx, {
    ...{ id, kind: 'approval', aboutId: batchId ?? '', personId: person.id, state: 'collecting', count },
    given: { root, signature: signature ?? null },
    course: { roots, approved: 0, endedAt: null, undoAskedAt: null },
  })
  return id
}

/**
 * One's own act.
 * @throws Failure NOT_FOUND; TAMPERED where it was changed past the app; CEREMONY_EXPIRED a day after it began
 */
export async function actOf(reader: Reader, person: Pick<Member, 'id'>, id: string): Promise<ApprovalJob> {
  const job = await listJobOf(reader, person, id)
  if (job.kind !== 'approval') throw new Failure('NOT_FOUND', { params: { what: 'work' } })
  if (isExpired(reader, job)) throw new Failure('CEREMONY_EXPIRED')
  return approvalJob(job)
}

/** Whether its day has passed, for which it goes on without another proof of who one is. */
export function isExpired({ now }: Pick<Reader, 'now'>, { askedAt }: Pick<Job, 'askedAt'>): boolean {
  return Date.parse(askedAt) + rememberedMs <= now().getTime()
}

export async function levelsOfPart(payouts: ApprovalWrite['payouts']) {
  return levelsOf(await leavesOf(payouts, hashAll), hashAll)
}

/**
 * Takes payouts of the list, from a place on; the same once more changes nothing. Answers the act.
 * @throws Failure FIELDS_INVALID for one that is given twice, STATE_CONFLICT for others in their place, or not as many as there are to be; NOT_FOUND for payouts that are not of its batch
 */
export async function takePart(
  tx: Transaction,
  person: Member,
  id: string,
  { from, payouts }: Pick<ApprovalWrite, 'payouts'> & { readonly from: number },
): Promise<ApprovalJob> {
  const act = await actOf(tx, person, id)
  const left = act.count - from - payouts.length
  if (from % payoutsInPiece > 0 || left < 0 || (left > 0 && payouts.length % payoutsInPiece > 0)) throw wrongList()
  if (new Set(payouts.map((payout) => payout.id)).size < payouts.length)
    throw new Failure('FIELDS_INVALID', { errors: [issueOn('payouts', 'given_twice', {})] })
  await requireOfBatch(
    tx,
    act,
    payouts.map((payout) => payout.id),
  )
  let { roots } = act.course
  for (let first = 0; first < payouts.length; first += payoutsInPiece) {
    const some = payouts.slice(first, first + payoutsInPiece)
    const place = (from + first) / payoutsInPiece
    const root = (await levelsOfPart(some)).at(-1)?.[0] ?? ''
    if (roots[place] === root) continue
    if (roots[place] !== null || act.state !== 'collecting') throw wrongList()
    await putJobPart(tx, id, from + first, some)
    roots = roots.with(place, root)
  }
  await requireRoomForLists(tx, person.id, id)
  return approvalJob(await saveJob(tx, { ...act, course: { ...act.course, roots } }))
}

async function requireOfBatch({ db }: Reader, { aboutId: batchId }: Job, ids: readonly string[]): Promise<void> {
  if (batchId === '') return
  const own = new Set(await idsInBatch(db, batchId, ids))
  const others = ids.filter((id) => !own.has(id))
  if (others.length > 0) throw new Failure('NOT_FOUND', { params: { what: 'payouts' }, ids: others })
}

/**
 * Approves one payout, as a list of one: exactly the request that was shown, with exactly the warnings that were.
 * @throws Failure STEP_UP_REQUIRED where the person signs approvals and has not signed this list; OWN_ENTRY, APPROVAL_STALE and
 * WARNINGS_UNREVIEWED besides what every action throws
 */
export async function approveOne(
  tx: Transaction,
  signIn: SignInMode,
  person: Actor,
  { id, version }: PayoutAtVersion,
  { requestHash, warningsHash, confirmed, signatureId }: Approval,
): Promise<PayoutRow> {
  const payout = { id, version, requestHash, warningsHash, confirmedKinds: kindsOf(confirmed) }
  const root = await rootOf(await leavesOf([payout], hashAll), hashAll)
  const signed = await requiredSignature(tx, signIn, person, { root, count: 1, signatureId })
  const signature = signed && { ...signed, payout, way: [] }
  return theOne(await approvePayouts(tx, person, [{ ...payout, confirmedKinds: [], confirmed, signature }]))
}
