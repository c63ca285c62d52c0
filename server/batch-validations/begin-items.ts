import { randomUUID } from 'node:crypto'
import { type PauseReason, validationServices } from '#shared/api/batch-validation.ts'
import type { SignInMode } from '#shared/api/session.ts'
import { findPayouts, type PayoutRow } from '../entry/payout-rows.ts'
import { lostAuthority } from '../people/permitted.ts'
import type { Transaction } from '../store/store.ts'
import { type Question, questionHash } from '../validations/question.ts'
import { saveAnswer } from '../validations/saved-validations.ts'
import { lostAnswer } from '../validations/validation-answer.ts'
import { newestValidations } from '../validations/validation-rows.ts'
import { questionsAbout, reusable, servicesOf } from './plan.ts'
import {
  changeItem,
  changeJob,
  countItems,
  dueItems,
  findJob,
  type ItemRow,
  isConfirmed,
  type JobRow,
  overdueItems,
  whatIsLeft,
} from './validation-job-rows.ts'

/** A server that runs jobs. */
export interface Runner {
  readonly id: string
  readonly signIn: SignInMode
  /** After so long an asking that has not ended is lost. */
  readonly longestMs: number
}

/** An item that this server is to ask now. */
export interface BegunItem {
  readonly item: ItemRow
  readonly job: JobRow
  readonly question: Question
  readonly claim: string
}

/** How many items of each service there is room for. */
export type Room = Readonly<Record<Question['service'], number>>

/** Another server keeps off for so long after the last round. */
const leaseMs = 20_000

/**
 * One round of a job, under the write lock: takes or renews the lease, gives up what was lost, makes sure that the job may still run, and claims
 * the next items. No other server asks a claimed item, even one that has taken over the lease.
 */
export async function beginItems(
  tx: Transaction,
  runner: Runner,
  jobId: string,
  room: Room,
): Promise<readonly BegunItem[]> {
  const job = await findJob(tx.db, jobId)
  if (job?.state !== 'running') return []
  const at = tx.beganAt
  if (job.lease_holder !== runner.id && (job.lease_until ?? '') > at.toISOString()) return []
  await changeJob(tx.db, jobId, {
    lease_holder: runner.id,
    lease_until: new Date(at.getTime() + leaseMs).toISOString(),
  })
  for (const item of await overdueItems(tx.db, jobId, new Date(at.getTime() - runner.longestMs).toISOString()))
    await giveUp(tx, job, item)
  const why = await whyNot(tx, runner, job)
  if (why !== undefined) {
    await pauseJobFor(tx, job, why)
    return []
  }
  const now = tx.now().toISOString()
  if (job.rest_until !== null && job.rest_until > now) return []
  const begun: BegunItem[] = []
  for (const service of validationServices)
    begun.push(
      ...(await claimDue(tx, job, await dueItems(tx.db, jobId, service, { at: now, most: room[service] }), at)),
    )
  if (begun.length === 0) await finishIfDone(tx, job)
  return begun
}

/** Pauses a job for a reason of the app's own; audited. */
export async function pauseJobFor(tx: Transaction, { id, batch_id }: JobRow, why: PauseReason): Promise<void> {
  await changeJob(tx.db, id, { state: 'paused', why, rest_until: null })
  const thing = { type: 'batch', id: batch_id } as const
  await tx.audit({ personId: null, action: 'validations.paused', thing, facts: { job: id, cause: why } })
}

async function whyNot(tx: Transaction, { signIn }: Runner, job: JobRow): Promise<PauseReason | undefined> {
  if (!isConfirmed(tx.encryption, job) || (await billedItems(tx, job)) > job.billed) return 'tampered'
  return lostAuthority(tx, signIn, job.confirmed_by, 'enter')
}

/** How many are billed, or would be. */
async function billedItems({ db }: Transaction, { id }: JobRow): Promise<number> {
  const billed = (await countItems(db, id)).filter(({ reused, test_mode }) => reused === 0 && test_mode === 0)
  return billed.reduce((sum, { count }) => sum + Number(count), 0)
}

/** It is unknown whether it ran: it is saved as unknown, and left to a person. */
async function giveUp(tx: Transaction, job: JobRow, item: ItemRow): Promise<void> {
  const { service, question_hash: hash, payout_id, test_mode } = item
  const answer = lostAnswer(item.claim ?? '')
  const outcome = 'code' in answer.body ? answer.body.code : null
  const ended = { state: 'unknown', outcome, ended_at: tx.now().toISOString() } as const
  if (!(await changeItem(tx.db, item, { states: ['asking'] }, ended))) return
  const [payout] = await findPayouts(tx.db, [payout_id])
  const asked = { service, hash, testMode: test_mode === 1, personId: job.confirmed_by, attempts: 1 }
  await saveAnswer(tx, { ...asked, beneficiaryId: payout?.beneficiary_id ?? null }, answer)
}

async function claimDue(
  tx: Transaction,
  job: JobRow,
  items: readonly ItemRow[],
  at: Date,
): Promise<readonly BegunItem[]> {
  if (items.length === 0) return []
  const rows = await findPayouts(
    tx.db,
    items.map(({ payout_id }) => payout_id),
  )
  const known = await newestValidations(
    tx.db,
    items.map(({ question_hash }) => question_hash),
  )
  const begun: BegunItem[] = []
  for (const item of items) {
    const question = questionOf(tx, job, item, rows)
    const newest = known.get(item.question_hash)
    const answered = reusable(tx, newest)
    const change = (set: Parameters<typeof changeItem>[3]) => changeItem(tx.db, item, { states: ['waiting'] }, set)
    if (question === undefined) await change({ state: 'outdated', ended_at: tx.now().toISOString() })
    // Someone validated it directly in the meantime.
    else if (answered !== undefined) await change({ ...reusedColumns(answered), ended_at: tx.now().toISOString() })
    else {
      const claim = randomUUID()
      await change({ state: 'asking', claim, claimed_at: at.toISOString() })
      begun.push({ item, job, question, claim })
    }
  }
  return begun
}

/** What an item is whose answer was there already. */
export function reusedColumns({ outcome }: { readonly outcome: string }) {
  return { state: 'answered', outcome, reused: 1 } as const
}

/**
 * What is asked must be exactly what was confirmed: a payout that was changed asks something else. Nothing vouches for an item itself: it is
 * believed as far as the rows of its job and its payout go, whose batch and services these say.
 */
function questionOf(tx: Transaction, job: JobRow, item: ItemRow, rows: readonly PayoutRow[]): Question | undefined {
  if (!servicesOf(job).includes(item.service)) return undefined
  const row = rows.find(({ id, batch_id }) => id === item.payout_id && batch_id === job.batch_id)
  const questions = row === undefined ? [] : questionsAbout(tx, row, item.test_mode === 1)
  const question = questions.find(({ service }) => service === item.service)
  if (row === undefined || question === undefined) return undefined
  if (questionHash(tx.encryption, question) !== item.question_hash) return undefined
  const beneficiaryId = row.beneficiary_id
  return question.service === 'identity'
    ? { ...question, validation: { ...question.validation, beneficiaryId } }
    : { ...question, validation: { ...question.validation, beneficiaryId } }
}

async function finishIfDone(tx: Transaction, { id }: JobRow): Promise<void> {
  const at = tx.now().toISOString()
  const { isAsking, isWaiting } = await whatIsLeft(tx.db, id, at)
  if (!isAsking && !isWaiting) await changeJob(tx.db, id, { state: 'finished', rest_until: null, ended_at: at })
}
