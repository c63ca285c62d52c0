import * as z from 'zod/mini'
import { levelsOf, type SiblingHash, wayUp } from '#shared/api/approved-list.ts'
import { type ApprovalWrite, approvalJobSchema } from '#shared/api/batch-review.ts'
import { actedPayoutSchema } from '#shared/api/list-job.ts'
import type { ProblemCode } from '#shared/api/problem.ts'
import type { SignInMode } from '#shared/api/session.ts'
import type { JobKind, PieceResult } from '../jobs/job.ts'
import { findAnswersBefore, putAnswers } from '../jobs/job-part-rows.ts'
import { changedPastTheApp, saveJob } from '../jobs/job-rows.ts'
import { type GivenPart, letGoOn, listKind, wrongList } from '../jobs/list-jobs.ts'
import { logEnd, requireAsLogged, stopDespite } from '../jobs/stop-despite.ts'
import { Failure } from '../kernel/failure.ts'
import type { GivenApproval } from '../payout-state/payout-approvals.ts'
import { undoMs } from '../payout-state/transition.ts'
import { undoDecisions } from '../payouts/act-on-payout.ts'
import { approvePayouts } from '../payouts/approve-payouts.ts'
import type { MoveResults } from '../payouts/move-together.ts'
import type { Member } from '../people/member.ts'
import type { SendersStore } from '../people/sender.ts'
import { itemProblem } from '../problems/problem-for.ts'
import type { Transaction } from '../store/store.ts'
import { actOnPayouts } from './act-on-list.ts'
import {
  type ApprovalJob,
  actOf,
  approvalJob,
  beginApproval,
  hashAll,
  isExpired,
  levelsOfPart,
  payoutsInPiece,
  takePart,
  undoable,
} from './approval-job.ts'

type ListedPayouts = ApprovalWrite['payouts']

const listOfPayouts = listKind({
  permission: 'sign',
  // So long a transaction decides about payouts, and for at least so many the facts are looked up together.
  pace: { groupMs: 60, makingMs: 60, smallestSize: 32 },
  items: approvalJobSchema.shape.payouts,
  act: (job, _person, part) => approvingIn(approvalJob(job), part),
  course(tx, job, answers) {
    const { course } = approvalJob(job)
    const approved = course.approved + answers.filter((answer) => !('problem' in answer)).length
    return { ...course, approved, endedAt: tx.now().toISOString() }
  },
})

/** Approves a signed list, payout by payout; each is decided about in the transaction that counts it. */
export const approvalKind: JobKind = {
  ...listOfPayouts,
  async pieces(job, renew) {
    await requireWhole(approvalJob(job))
    return listOfPayouts.pieces(job, renew)
  },
  undo: async (tx, job, person, size) =>
    typeof person === 'string' ? { state: 'stopped', why: person } : undoSome(tx, person, approvalJob(job), size),
}

/**
 * Takes payouts of a list that a person approves, which goes on once it is whole; the same once more changes nothing. Answers the id of its act.
 * @throws Failure STATE_CONFLICT for another list than the one that was begun, APPROVAL_STALE where its payouts are not those that its root names; and as
 * {@link beginApproval} and {@link takePart}
 */
export async function takeApproval(
  tx: Transaction,
  signIn: SignInMode,
  person: Member,
  { root, batchId, signatureId, list: { jobId, from, count }, payouts }: ApprovalWrite,
): Promise<string> {
  const id = jobId ?? (await beginApproval(tx, signIn, person, { root, count, batchId, signatureId }))
  const act = await takePart(tx, person, id, { from, payouts })
  if (act.given.root !== root || act.count !== count || act.aboutId !== (batchId ?? '')) throw wrongList()
  if (act.state === 'collecting' && act.course.roots.every((one) => one !== null)) await startApproval(tx, act)
  return id
}

/** Lets an act begin whose list is there. @throws Failure STATE_CONFLICT, APPROVAL_STALE where it is not what it was begun with; TAMPERED */
export async function startApproval(tx: Transaction, act: ApprovalJob): Promise<void> {
  await requireWhole(act)
  await letGoOn(tx, act)
}

/** That a list is there, whole and exactly as its root says. @throws Failure STATE_CONFLICT, APPROVAL_STALE */
async function requireWhole({ given, course }: ApprovalJob): Promise<void> {
  const roots = course.roots.filter((root) => root !== null)
  if (roots.length < course.roots.length) throw wrongList()
  if ((await levelsOf(roots, hashAll)).at(-1)?.[0] !== given.root)
    throw new Failure('APPROVAL_STALE', { params: { why: 'list' } })
}

/** Approves payouts of one part of a list, the next ones. */
function approvingIn(act: ApprovalJob, part: GivenPart<ListedPayouts[number]>) {
  return actOnPayouts<ListedPayouts[number]>(async (tx, person, some) => {
    if (isExpired(tx, act)) throw new Failure('CEREMONY_EXPIRED')
    const proof = await proofsIn(act, part)
    const first = act.done - part.from
    const approvals = some.map((payout, place) => ({ ...payout, confirmed: [], signature: proof(first + place) }))
    return eachByItself(await approvePayouts(tx, person, approvals))
  })
}

/** @throws Failure that is not about one payout alone */
function eachByItself(results: MoveResults): MoveResults {
  for (const one of results) if (one instanceof Failure && !refusals.has(one.code)) throw one
  return results
}

/** The refusals that are about one payout, and leave the others as they are. */
const refusals: ReadonlySet<ProblemCode> = new Set([
  'NOT_FOUND',
  'TAMPERED',
  'ERASED',
  'STATE_CONFLICT',
  'NOT_PERMITTED',
  'OWN_ENTRY',
  'APPROVAL_STALE',
  'WARNINGS_UNREVIEWED',
  'VERSION_CONFLICT',
  'UNDO_REFUSED',
])

/**
 * The part of the signature that each payout is saved with, including the hashes that lead from it to the signed root.
 * @throws Failure TAMPERED where the part is not what was given
 */
async function proofsIn(
  { given: { signature }, course }: ApprovalJob,
  { from, items: payouts }: GivenPart<ListedPayouts[number]>,
): Promise<(place: number) => GivenApproval['signature']> {
  const levels = await levelsOfPart([...payouts])
  const part = from / payoutsInPiece
  if (levels.at(-1)?.[0] !== course.roots[part]) throw changedPastTheApp()
  if (signature === null) return () => undefined
  const roots = course.roots.filter((root) => root !== null)
  const above = wayUp(await levelsOf(roots, hashAll), part)
  return (place) => {
    const way: readonly SiblingHash[] = [...wayUp(levels, place), ...above]
    return { ...signature, payout: payouts[place], way }
  }
}

/**
 * Asks for all of an act to be taken back, which then goes on as its approving did. Where its row is not what the app wrote, it ends by the audit log.
 * @throws Failure UNDO_REFUSED; NOT_FOUND, TAMPERED, CEREMONY_EXPIRED
 */
export async function undoApproval(store: Pick<SendersStore, 'write'>, person: Member, id: string): Promise<void> {
  const refused = (why: 'changed' | 'late') => new Failure('UNDO_REFUSED', { params: { why } })
  const undo = async (tx: Transaction) => {
    const act = await actOf(tx, person, id)
    const { endedAt } = act.course
    await requireAsLogged(tx, act)
    if (!undoable.has(act.state) || endedAt === null) throw refused('changed')
    const at = tx.now()
    if (Math.abs(at.getTime() - Date.parse(endedAt)) > undoMs) throw refused('late')
    const undoAskedAt = at.toISOString()
    await saveJob(tx, { ...act, state: 'undoing', dueAt: '', course: { ...act.course, undoAskedAt } })
    await logEnd(tx, act)
  }
  await stopDespite(store, { id, kind: 'list', to: 'ended', by: person.id }, undo, (tx) =>
    logEnd(tx, { id, personId: person.id }),
  )
}

/** From the last to the first, each part as it was answered: what was refused is left as it is. */
async function undoSome(tx: Transaction, person: Member, act: ApprovalJob, size: number): Promise<PieceResult> {
  const { undoAskedAt, endedAt, approved } = act.course
  const part = await findAnswersBefore(tx, act.id, act.done)
  if (undoAskedAt === null || endedAt === null || part === undefined) throw changedPastTheApp()
  const { data: answers = [] } = z.safeParse(answersSchema, part.content)
  const end = act.done - part.from
  if (end > answers.length) throw changedPastTheApp()
  const next = answers.slice(Math.max(0, end - size), end).toReversed()
  const some = next.filter(({ problem }) => problem === undefined)
  const results = eachByItself(await undoDecisions(tx, person, some, { at: undoAskedAt, since: endedAt }))
  const problems = new Map(
    results.flatMap((one, place) => (one instanceof Failure ? [[some[place]?.id, itemProblem(one)] as const] : [])),
  )
  const left = answers.map((one) => ({ ...one, ...(problems.has(one.id) && { problem: problems.get(one.id) }) }))
  if (problems.size > 0) await putAnswers(tx, act.id, part.from, left)
  const done = act.done - next.length
  return {
    done,
    failed: act.failed + problems.size,
    state: done === 0 ? 'stopped' : 'undoing',
    course: { ...act.course, approved: approved - (some.length - problems.size) },
  }
}

const answersSchema = z.array(z.pick(actedPayoutSchema, { id: true, version: true, problem: true }))
