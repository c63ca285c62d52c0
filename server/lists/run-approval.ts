import { levelsOf, type SiblingHash, wayUp } from '#shared/api/approved-list.ts'
import type { ApprovalWrite, BatchApproval } from '#shared/api/batch-review.ts'
import type { SignInMode } from '#shared/api/session.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import type { JobKind, PieceResult } from '../jobs/job.ts'
import { changedPastTheApp, type Job, problemOfJob, saveJob } from '../jobs/job-rows.ts'
import type { JobRunner } from '../jobs/run-jobs.ts'
import { logEnd, requireAsLogged, stopDespite } from '../jobs/stop-despite.ts'
import { Failure } from '../kernel/failure.ts'
import type { GivenApproval } from '../payout-state/payout-approvals.ts'
import { undoMs } from '../payout-state/transition.ts'
import { undoDecisions } from '../payouts/act-on-payout.ts'
import { approvePayouts } from '../payouts/approve-payouts.ts'
import type { Member } from '../people/member.ts'
import type { SendersStore } from '../people/sender.ts'
import type { Transaction } from '../store/store.ts'
import {
  type ApprovalJob,
  actOf,
  approvalJob,
  beginApproval,
  hashAll,
  isExpired,
  levelsOfPart,
  partOf,
  payoutsInPiece,
  type SavedApprovalPart,
  savePart,
  takePart,
  wrongList,
} from './approval-job.ts'
import { isRefusal, presentAct, undoable } from './present-approval.ts'

/** Approves a signed list, payout by payout; each is decided about in the transaction that counts it. */
export const approvalKind: JobKind = {
  permission: 'sign',
  isLogged: true,
  // So long a transaction decides about payouts, and for at least so many the facts are looked up together.
  pace: { groupMs: 60, makingMs: 60, smallestSize: 32 },
  byFailure: 'failed',
  async pieces(job) {
    await requireWhole(approvalJob(job))
    return { doPiece: (tx, now, person, size) => approveSome(tx, person, approvalJob(now), size) }
  },
  withoutAuthority: async (_tx, _job, why) => ({ state: 'stopped', why }),
  undo: async (tx, job, person, size) =>
    typeof person === 'string' ? { state: 'stopped', why: person } : undoSome(tx, person, approvalJob(job), size),
  ended: (tx, act) => logEnd(tx, 'approval.ended', act),
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
  if (act.state === 'collecting' && act.course.roots.every((one) => one !== null)) await start(tx, person, id)
  return id
}

/** A request waits so long for the end of an act; the page asks again. */
const requestMs = 1_000

interface Deps {
  readonly store: SendersStore
  readonly jobRunner: Pick<JobRunner, 'wake' | 'settledWithin'>
}

/**
 * Lets an act go on, whose list is there, and answers how far it is after about a second, or once it is over.
 * @throws Failure NOT_FOUND, STATE_CONFLICT while parts are missing, APPROVAL_STALE where they are not the list that was begun with, TAMPERED,
 * CEREMONY_EXPIRED, SIGN_IN_REQUIRED
 */
export async function runApproval(deps: Deps, person: Member, id: string): Promise<BatchApproval> {
  await deps.store.write((tx) => start(tx, person, id))
  deps.jobRunner.wake()
  return settledAct(deps, person, id)
}

/** How far an act is after about a second, or once it is over. @throws Failure that ended it; NOT_FOUND, TAMPERED, CEREMONY_EXPIRED */
export async function settledAct({ store, jobRunner }: Deps, person: Member, id: string): Promise<BatchApproval> {
  await jobRunner.settledWithin(id, requestMs)
  const act = await actOf(store, person, id)
  const failure = problemOfJob(act)
  if (failure !== undefined) throw failure
  return presentAct(store, act)
}

async function start(tx: Transaction, person: Member, id: string): Promise<void> {
  const act = await actOf(tx, person, id)
  if (act.state !== 'collecting' && act.state !== 'paused') return
  const course = (await tx.loggedJobs()).courseOf(id)
  if (course !== (act.state === 'paused' ? 'paused' : undefined)) throw changedPastTheApp()
  if (act.state === 'collecting') await requireWhole(act)
  await saveJob(tx, { ...act, state: 'waiting', dueAt: '' })
  const { count, aboutId, given } = act
  const facts = { job: id, count, root: given.root, ...(given.signature !== null && { isSigned: true }) }
  const event =
    aboutId === ''
      ? ({ action: 'approval.begun', thing: { type: 'person', id: person.id } } as const)
      : ({ action: 'batch.approving', thing: { type: 'batch', id: aboutId } } as const)
  await tx.audit({ personId: person.id, ...event, facts })
}

/** Lets an act rest until its person goes on with it. @throws Failure STATE_CONFLICT where it is over; NOT_FOUND, TAMPERED, CEREMONY_EXPIRED */
export async function pauseApproval(store: Pick<SendersStore, 'write'>, person: Member, id: string): Promise<void> {
  await stopAct(store, person, { id, action: 'approval.paused' }, async (tx) => {
    const act = await actOf(tx, person, id)
    await requireAsLogged(tx, act)
    if (act.state !== 'waiting' && act.state !== 'running')
      throw new Failure('STATE_CONFLICT', { params: { why: 'state' } })
    await saveJob(tx, { ...act, state: 'paused' })
    await tx.audit({ personId: person.id, action: 'approval.paused', ...aboutAct(act) })
  })
}

interface StoppedAct {
  readonly id: string
  readonly action: 'approval.paused' | 'approval.ended'
}

/** Stops one's own act: where its row is not what the app wrote, by the audit log, for when it is put back. */
function stopAct(
  store: Pick<SendersStore, 'write'>,
  person: Member,
  { id, action }: StoppedAct,
  stop: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const wish = { id, kind: 'approval', to: action === 'approval.paused' ? 'paused' : 'ended', by: person.id } as const
  return stopDespite(store, wish, stop, (tx) =>
    tx.audit({ personId: person.id, action, ...aboutAct({ id, personId: person.id }) }),
  )
}

function aboutAct({ id, personId }: Pick<Job, 'id' | 'personId'>) {
  return { thing: { type: 'person', id: personId }, facts: { job: id } } as const
}

/** That a list is there, whole and exactly as its root says. @throws Failure STATE_CONFLICT, APPROVAL_STALE */
async function requireWhole({ given, course }: ApprovalJob): Promise<void> {
  const roots = course.roots.filter((root) => root !== null)
  if (roots.length < course.roots.length) throw wrongList()
  if ((await levelsOf(roots, hashAll)).at(-1)?.[0] !== given.root)
    throw new Failure('APPROVAL_STALE', { params: { why: 'list' } })
}

/** Some payouts, all in one part of the list. */
async function approveSome(tx: Transaction, person: Member, act: ApprovalJob, size: number): Promise<PieceResult> {
  if (isExpired(tx, act)) throw new Failure('CEREMONY_EXPIRED')
  const part = Math.floor(act.done / payoutsInPiece)
  const content = await partOf(tx, act, part)
  const proof = await proofsIn(act, part, content)
  const first = act.done % payoutsInPiece
  const some = content.payouts
    .slice(first, first + size)
    .map((payout, place) => ({ ...payout, confirmed: [], signature: proof(first + place) }))
  const refused = refusedOf(some, await approvePayouts(tx, person, some))
  if (refused.length > 0) await savePart(tx, act, part, { ...content, refused: [...content.refused, ...refused] })
  const done = act.done + some.length
  const approved = act.course.approved + some.length - refused.length
  return {
    done,
    failed: act.failed + refused.length,
    state: done === act.count ? 'done' : 'running',
    course: { ...act.course, approved, endedAt: tx.now().toISOString() },
  }
}

/** Of payouts with what became of each, those that were refused. @throws Failure that is not about one payout alone */
function refusedOf(
  given: readonly { readonly id: string }[],
  results: readonly (PayoutRow | Failure)[],
): SavedApprovalPart['refused'] {
  return results.flatMap((one, place) => {
    if (!(one instanceof Failure)) return []
    if (!isRefusal(one)) throw one
    return { id: given[place]?.id ?? '', code: one.code, params: one.particulars.params ?? {} }
  })
}

/** The part of the signature that each payout is saved with, including the hashes that lead from it to the signed root. */
async function proofsIn(
  { given: { signature }, course: { roots } }: ApprovalJob,
  part: number,
  { payouts }: SavedApprovalPart,
): Promise<(place: number) => GivenApproval['signature']> {
  if (signature === null) return () => undefined
  const levels = await levelsOfPart(payouts)
  const above = wayUp(
    await levelsOf(
      roots.filter((root) => root !== null),
      hashAll,
    ),
    part,
  )
  return (place) => {
    const way: readonly SiblingHash[] = [...wayUp(levels, place), ...above]
    return { ...signature, payout: payouts[place], way }
  }
}

/**
 * Asks for all of an act to be taken back, which then goes on as its approving did.
 * @throws Failure UNDO_REFUSED; NOT_FOUND, TAMPERED, CEREMONY_EXPIRED
 */
export async function undoApproval(store: Pick<SendersStore, 'write'>, person: Member, id: string): Promise<void> {
  const refused = (why: 'changed' | 'late') => new Failure('UNDO_REFUSED', { params: { why } })
  await stopAct(store, person, { id, action: 'approval.ended' }, async (tx) => {
    const act = await actOf(tx, person, id)
    const { endedAt } = act.course
    await requireAsLogged(tx, act)
    if (!undoable.has(act.state) || endedAt === null) throw refused('changed')
    const at = tx.now()
    if (Math.abs(at.getTime() - Date.parse(endedAt)) > undoMs) throw refused('late')
    const undoAskedAt = at.toISOString()
    await saveJob(tx, { ...act, state: 'undoing', dueAt: '', course: { ...act.course, undoAskedAt } })
    await logEnd(tx, 'approval.ended', act)
  })
}

/** From the last to the first: what was refused is left as it is. */
async function undoSome(tx: Transaction, person: Member, act: ApprovalJob, size: number): Promise<PieceResult> {
  const { undoAskedAt, endedAt, approved } = act.course
  if (undoAskedAt === null || endedAt === null) throw changedPastTheApp()
  const part = Math.floor((act.done - 1) / payoutsInPiece)
  const content = await partOf(tx, act, part)
  const before = new Set(content.refused.map(({ id }) => id))
  const end = ((act.done - 1) % payoutsInPiece) + 1
  const next = content.payouts.slice(Math.max(0, end - size), end).toReversed()
  const some = next.flatMap(({ id, version }) => (before.has(id) ? [] : { id, version: version + 1 }))
  const refused = refusedOf(some, await undoDecisions(tx, person, some, { at: undoAskedAt, since: endedAt }))
  if (refused.length > 0) await savePart(tx, act, part, { ...content, refused: [...content.refused, ...refused] })
  const done = act.done - next.length
  return {
    done,
    failed: act.failed + refused.length,
    state: done === 0 ? 'stopped' : 'undoing',
    course: { ...act.course, approved: approved - (some.length - refused.length) },
  }
}
