import { randomUUID } from 'node:crypto'
import type { ValidationResume, ValidationStart } from '#shared/api/batch-validation.ts'
import { requireBatch } from '../batches/batches.ts'
import { Failure } from '../kernel/failure.ts'
import type { Reader, Store, Transaction } from '../store/store.ts'
import { reusedColumns } from './begin-items.ts'
import { type PlannedItem, planValidations } from './plan.ts'
import {
  addItems,
  addJob,
  changeJob,
  countItems,
  deleteItems,
  findJob,
  type ItemRow,
  isConfirmed,
  type JobRow,
  openJobOf,
  reconfirmJob,
} from './validation-job-rows.ts'

interface Confirmer {
  readonly id: string
}

/** The counts that a person confirmed. */
interface PreparedJob {
  readonly items: readonly PlannedItem[]
  /** CALLS_CHANGED where it is another number by now than was confirmed. */
  readonly refusal: Failure | undefined
}

/**
 * Counts once more what a person confirmed.
 * @throws Failure NOT_FOUND
 */
export async function prepareJob(reader: Reader, batchId: string, wish: ValidationStart): Promise<PreparedJob> {
  await requireBatch(reader, batchId)
  const { items, counts } = await planValidations(reader, batchId, wish)
  return { items, refusal: wish.billed === counts.billed ? undefined : callsChanged(counts.billed) }
}

/**
 * Enters what a person confirmed, still without its items; audited. Answers its id.
 * @throws Failure CALLS_CHANGED, and STATE_CONFLICT while another one of the batch has not ended
 */
export async function enterJob(
  tx: Transaction,
  person: Confirmer,
  batchId: string,
  wish: ValidationStart,
  { refusal }: PreparedJob,
): Promise<string> {
  if (refusal !== undefined) throw refusal
  if ((await openJobOf(tx.db, batchId)) !== undefined)
    throw new Failure('STATE_CONFLICT', { params: { why: 'validating' }, ids: [batchId] })
  const id = randomUUID()
  const at = tx.now().toISOString()
  const { services, testMode = false, asksAgain, billed } = wish
  await addJob(tx, {
    id,
    batch_id: batchId,
    state: 'preparing',
    why: null,
    services: JSON.stringify([...new Set(services)]),
    test_mode: testMode ? 1 : 0,
    asks_again: asksAgain ? 1 : 0,
    billed,
    confirmed_by: person.id,
    confirmed_at: at,
    created_at: at,
    failures: 0,
    unknowns: 0,
    rest_until: null,
    lease_holder: null,
    lease_until: null,
    ended_at: null,
  })
  const facts = { job: id, services, billed, testMode, asksAgain }
  await tx.audit({ personId: person.id, action: 'validations.confirmed', thing: { type: 'batch', id: batchId }, facts })
  return id
}

/** How many rows are written before other writes have their turn. */
const atOnce = 200

/**
 * Saves the items of a job that is being prepared, a few at a time, and lets it run. What an earlier attempt has left goes first; where another
 * server begins to fill the same job, it is left to that one: items of a job that runs already would be asked, and billed, once more.
 */
export async function fillJob(store: Store, jobId: string, { items, refusal }: PreparedJob): Promise<void> {
  if (refusal !== undefined) return
  const filler = randomUUID()
  const isBegun = await store.write(async ({ db }) => {
    if ((await findJob(db, jobId))?.state !== 'preparing') return false
    await changeJob(db, jobId, { lease_holder: filler })
    await deleteItems(db, jobId)
    return true
  })
  const asFiller = (work: (db: Transaction['db']) => Promise<void>) =>
    store.write(async ({ db }) => {
      const job = await findJob(db, jobId)
      const isOurs = job?.state === 'preparing' && job.lease_holder === filler
      if (isOurs) await work(db)
      return isOurs
    })
  const at = store.now().toISOString()
  const rows = items.map((item, place) => itemRow(jobId, item, place, at))
  let isOurs = isBegun
  for (let from = 0; isOurs && from < rows.length; from += atOnce)
    isOurs = await asFiller((db) => addItems(db, rows.slice(from, from + atOnce)))
  if (isOurs) await asFiller((db) => changeJob(db, jobId, { state: 'running', lease_holder: null }))
}

function itemRow(
  job_id: string,
  { payoutId, service, hash, testMode, reused }: PlannedItem,
  place: number,
  at: string,
): ItemRow {
  const known = reused === undefined ? undefined : { ...reusedColumns(reused), ended_at: at }
  return {
    job_id,
    place,
    payout_id: payoutId,
    service,
    question_hash: hash,
    test_mode: testMode ? 1 : 0,
    state: 'waiting',
    outcome: null,
    reused: 0,
    tries: 0,
    asked: 0,
    next_at: '',
    claim: null,
    claimed_at: null,
    ended_at: null,
    ...known,
  }
}

/**
 * Starts no further items until a person resumes the job; audited.
 * @throws Failure NOT_FOUND, STATE_CONFLICT
 */
export async function pauseJob(tx: Transaction, person: Confirmer, id: string): Promise<void> {
  const job = await jobIn(tx, id, ['running'])
  await changeJob(tx.db, id, { state: 'paused', why: 'person', rest_until: null })
  await auditJob(tx, person, job, 'validations.paused')
}

/**
 * Goes on, on the authority of who says so: they confirm how many calls are left to be billed; audited.
 * @throws Failure NOT_FOUND, STATE_CONFLICT, TAMPERED, CALLS_CHANGED
 */
export async function resumeJob(
  tx: Transaction,
  person: Confirmer,
  id: string,
  { billed }: ValidationResume,
): Promise<void> {
  const job = await jobIn(tx, id, ['paused'])
  if (!isConfirmed(tx.encryption, job)) throw new Failure('TAMPERED', { params: { why: 'audit' } })
  const remaining = await remainingOf(tx, id)
  if (billed !== remaining) throw callsChanged(remaining)
  const confirmed = { confirmed_by: person.id, confirmed_at: tx.now().toISOString() }
  const course = { state: 'running', why: null, failures: 0, unknowns: 0, rest_until: null } as const
  await reconfirmJob(tx, job, confirmed, course)
  await auditJob(tx, person, job, 'validations.resumed', { billed })
}

/**
 * Ends it: what was not asked is not asked any more; audited.
 * @throws Failure NOT_FOUND, STATE_CONFLICT
 */
export async function stopJob(tx: Transaction, person: Confirmer, id: string): Promise<void> {
  const job = await jobIn(tx, id, ['preparing', 'running', 'paused'])
  await changeJob(tx.db, id, { state: 'stopped', why: null, rest_until: null, ended_at: tx.now().toISOString() })
  await auditJob(tx, person, job, 'validations.stopped')
}

/** How many calls to be billed are left to make. */
async function remainingOf({ db }: Pick<Reader, 'db'>, id: string): Promise<number> {
  const left = (await countItems(db, id)).filter(({ state, test_mode }) => state === 'waiting' && test_mode === 0)
  return left.reduce((sum, { count }) => sum + Number(count), 0)
}

async function jobIn({ db }: Transaction, id: string, states: readonly JobRow['state'][]): Promise<JobRow> {
  const job = await findJob(db, id)
  if (job === undefined) throw new Failure('NOT_FOUND', { params: { what: 'validations' } })
  if (!states.includes(job.state))
    throw new Failure('STATE_CONFLICT', { params: { why: 'state' }, ids: [job.batch_id] })
  return job
}

function auditJob(
  tx: Transaction,
  { id: personId }: Confirmer,
  { id, batch_id }: JobRow,
  action: 'validations.paused' | 'validations.resumed' | 'validations.stopped',
  facts: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  return tx.audit({ personId, action, thing: { type: 'batch', id: batch_id }, facts: { job: id, ...facts } })
}

function callsChanged(calls: number): Failure {
  return new Failure('CALLS_CHANGED', { params: { calls } })
}
