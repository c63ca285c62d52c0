import { randomUUID } from 'node:crypto'
import { validationServices } from '#shared/api/batch-validation.ts'
import { findPayouts, type PayoutRow } from '../entry/payout-rows.ts'
import type { PieceResult } from '../jobs/job.ts'
import type { Transaction } from '../store/store.ts'
import { type Question, questionHash } from '../validations/question.ts'
import { saveAnswer } from '../validations/saved-validations.ts'
import { lostAnswer } from '../validations/validation-answer.ts'
import { newestValidations } from '../validations/validation-rows.ts'
import { auditCalls, type ConfirmedJob, pauseFor } from './confirmed-job.ts'
import { questionsAbout, reusable } from './plan.ts'
import { mostAsked } from './steps.ts'
import { changeItem, countItems, dueItems, type ItemRow, nextDue, overdueItems } from './validation-item-rows.ts'

/** An item that this server is to ask now. */
export interface BegunItem {
  readonly item: ItemRow
  readonly job: ConfirmedJob
  readonly question: Question
  readonly claim: string
}

/** How many items of each service there is room for. */
export type Room = Readonly<Record<Question['service'], number>>

/** How often items that another server asks are looked at: it can have been killed. */
const othersAskMs = 5_000

/**
 * One round of a job: gives up what was lost, makes sure that no more is asked than was confirmed, and claims the next items. No other server asks
 * a claimed item, even one that has taken over the job.
 * @param longestMs after so long an asking that has not ended is lost
 */
export async function beginItems(
  tx: Transaction,
  job: ConfirmedJob,
  room: Room,
  longestMs: number,
): Promise<{ readonly begun: readonly BegunItem[]; readonly step: PieceResult }> {
  const at = tx.beganAt
  let { done } = job
  for (const item of await overdueItems(tx.db, job.id, new Date(at.getTime() - longestMs).toISOString()))
    if (await giveUp(tx, job, item)) done += 1
  if (!(await isWithinConfirmed(tx, job)))
    return { begun: [], step: { done, ...(await pauseFor(tx, job, 'tampered')) } }
  const now = tx.now().toISOString()
  const { rest_until } = job.course
  if (rest_until !== null && rest_until > now) return { begun: [], step: { done, restMs: msUntil(tx, rest_until) } }
  const begun: BegunItem[] = []
  for (const service of validationServices) {
    const due = await dueItems(tx.db, job.id, service, { at: now, most: room[service] })
    const claimed = await claimDue(tx, job, due, at)
    done += due.length - claimed.length
    begun.push(...claimed)
  }
  const billed = begun.filter(({ item }) => item.test_mode === 0).length
  if (billed > 0) await auditCalls(tx, job, { billed })
  return { begun, step: { done, ...(begun.length === 0 && (await restOf(tx, job))) } }
}

/** When more is to do: at once where all that was due was known already. */
async function restOf(tx: Transaction, job: ConfirmedJob): Promise<PieceResult> {
  const { dueAt, isAsking } = await nextDue(tx.db, job.id)
  if (dueAt === undefined) return isAsking ? { restMs: othersAskMs } : { state: 'done' }
  const restMs = Math.max(1, msUntil(tx, dueAt))
  return { restMs: isAsking ? Math.min(restMs, othersAskMs) : restMs }
}

function msUntil({ now }: Pick<Transaction, 'now'>, at: string): number {
  return at === '' ? 0 : Date.parse(at) - now().getTime()
}

/** Whether no more is billed than a person confirmed, also with what the audit log has as begun, whatever became of its items. */
async function isWithinConfirmed(tx: Transaction, { id, given: { billed, asksAgain } }: ConfirmedJob) {
  const items = (await countItems(tx.db, id)).filter(({ test_mode }) => test_mode === 0)
  const sum = (some: typeof items) => some.reduce((total, { count }) => total + Number(count), 0)
  const left = sum(items.filter(({ state }) => state === 'waiting'))
  const begun = (await tx.loggedJobs()).callsFor(id)
  return (
    sum(items.filter(({ reused }) => reused === 0)) <= billed && begun + left <= billed * (asksAgain ? mostAsked : 1)
  )
}

/** It is unknown whether it ran: it is saved as unknown, and left to a person. */
async function giveUp(tx: Transaction, job: ConfirmedJob, item: ItemRow): Promise<boolean> {
  const { service, question_hash: hash, payout_id, test_mode } = item
  const answer = lostAnswer(item.claim ?? '')
  const outcome = 'code' in answer.body ? answer.body.code : null
  const ended = { state: 'unknown', outcome, ended_at: tx.now().toISOString() } as const
  if (!(await changeItem(tx.db, item, { states: ['asking'] }, ended))) return false
  const [payout] = await findPayouts(tx.db, [payout_id])
  const asked = { service, hash, testMode: test_mode === 1, personId: job.personId, attempts: 1 }
  await saveAnswer(tx, { ...asked, beneficiaryId: payout?.beneficiary_id ?? null }, answer)
  return true
}
async function claimDue(
  tx: Transaction,
  job: ConfirmedJob,
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
function questionOf(
  tx: Transaction,
  job: ConfirmedJob,
  item: ItemRow,
  rows: readonly PayoutRow[],
): Question | undefined {
  if (!job.given.services.includes(item.service)) return undefined
  const row = rows.find(({ id, batch_id }) => id === item.payout_id && batch_id === job.aboutId)
  const questions = row === undefined ? [] : questionsAbout(tx, row, item.test_mode === 1)
  const question = questions.find(({ service }) => service === item.service)
  if (row === undefined || question === undefined) return undefined
  if (questionHash(tx.encryption, question) !== item.question_hash) return undefined
  const about = row.beneficiary_id === null ? {} : { beneficiaryId: row.beneficiary_id }
  return question.service === 'identity'
    ? { ...question, validation: { ...question.validation, ...about } }
    : { ...question, validation: { ...question.validation, ...about } }
}
