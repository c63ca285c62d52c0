import { randomUUID } from 'node:crypto'
import type { ValidationResume, ValidationStart } from '#shared/api/batch-validation.ts'
import { requireBatch } from '../batches/batches.ts'
import { addJob, authorityNow, findJob, isJobOver, type Job, jobsAbout, saveJob } from '../jobs/job-rows.ts'
import { requireAsLogged, stopDespite } from '../jobs/stop-despite.ts'
import { Failure } from '../kernel/failure.ts'
import type { Reader, Store, Transaction } from '../store/store.ts'
import { reusedColumns } from './begin-items.ts'
import { type ConfirmedJob, requireJob, untroubled } from './confirmed-job.ts'
import { type PlannedItem, planValidations } from './plan.ts'
import { addItems, countItems, deleteItems, type ItemRow } from './validation-item-rows.ts'

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
  { items, refusal }: PreparedJob,
): Promise<string> {
  if (refusal !== undefined) throw refusal
  const [newest] = await jobsAbout(tx, { kind: 'validations', aboutId: batchId }, 1)
  if (newest !== undefined && !isJobOver(newest))
    throw new Failure('STATE_CONFLICT', { params: { why: 'validating' }, ids: [batchId] })
  const { testMode = false, asksAgain, billed } = wish
  const given = { services: [...new Set(wish.services)], testMode, asksAgain, billed }
  const { id } = await addJob(tx, {
    ...{ id: randomUUID(), kind: 'validations', aboutId: batchId, personId: person.id, state: 'collecting' },
    ...{ count: items.length, done: items.filter(({ reused }) => reused !== undefined).length },
    ...{ given, course: untroubled },
  })
  const facts = { job: id, services: wish.services, billed, testMode, asksAgain }
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
  const asFiller = (isMeant: (job: Job) => boolean, work: (tx: Transaction, job: Job) => Promise<unknown>) =>
    store.write(async (tx) => {
      const job = await findJob(tx, jobId)
      if (job?.state !== 'collecting' || !isMeant(job)) return false
      await work(tx, job)
      return true
    })
  const isOurs = ({ why }: Job) => why === filler
  const at = store.now().toISOString()
  const rows = items.map((item, place) => itemRow(jobId, item, place, at))
  let isFilling = await asFiller(
    () => true,
    async (tx, job) => {
      await saveJob(tx, { ...job, why: filler })
      await deleteItems(tx.db, jobId)
    },
  )
  for (let from = 0; isFilling && from < rows.length; from += atOnce)
    isFilling = await asFiller(isOurs, (tx) => addItems(tx.db, rows.slice(from, from + atOnce)))
  if (isFilling) await asFiller(isOurs, (tx, job) => saveJob(tx, { ...job, state: 'waiting', why: null }))
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
 * @throws Failure NOT_FOUND, STATE_CONFLICT, TAMPERED
 */
export async function pauseJob(store: Pick<Store, 'write'>, person: Confirmer, id: string): Promise<void> {
  const stopped = { person, id, action: 'validations.paused', state: 'paused', why: 'person' } as const
  await stopConfirmed(store, stopped, ['waiting', 'running'])
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
  const remaining = await remainingOf(tx, id)
  if (billed !== remaining) throw callsChanged(remaining)
  const authority = await authorityNow(tx, person.id)
  await saveJob(tx, { ...job, ...authority, state: 'waiting', why: null, dueAt: '', course: untroubled })
  await auditJob(tx, person, job, 'validations.resumed', { billed })
}

/**
 * Ends it: what was not asked is not asked any more; audited.
 * @throws Failure NOT_FOUND, STATE_CONFLICT, TAMPERED
 */
export async function stopJob(store: Pick<Store, 'write'>, person: Confirmer, id: string): Promise<void> {
  const stopped = { person, id, action: 'validations.stopped', state: 'stopped', why: null } as const
  await stopConfirmed(store, stopped, ['collecting', 'waiting', 'running', 'paused'])
}

interface Stop extends Pick<Job, 'id' | 'why'> {
  readonly person: Confirmer
  readonly action: 'validations.paused' | 'validations.stopped'
  readonly state: 'paused' | 'stopped'
}

/** Where its row is not what the app wrote, by the audit log, for when it is put back. */
function stopConfirmed(
  store: Pick<Store, 'write'>,
  { person, id, action, state, why }: Stop,
  states: readonly Job['state'][],
): Promise<void> {
  const stop = async (tx: Transaction) => {
    const job = await jobIn(tx, id, states)
    await saveJob(tx, { ...job, state, why, course: { ...job.course, rest_until: null } })
    await auditJob(tx, person, job, action)
  }
  return stopDespite(
    store,
    { id, kind: 'validations', to: state === 'paused' ? state : 'ended' },
    stop,
    (tx, { thingId }) => auditJob(tx, person, { id, aboutId: thingId }, action),
  )
}

/** How many calls to be billed are left to make. */
async function remainingOf({ db }: Pick<Reader, 'db'>, id: string): Promise<number> {
  const left = (await countItems(db, id)).filter(({ state, test_mode }) => state === 'waiting' && test_mode === 0)
  return left.reduce((sum, { count }) => sum + Number(count), 0)
}

async function jobIn(tx: Transaction, id: string, states: readonly Job['state'][]): Promise<ConfirmedJob> {
  const job = await requireJob(tx, id)
  if (job.state === 'paused') await requireAsLogged(tx, job)
  if (!states.includes(job.state)) throw new Failure('STATE_CONFLICT', { params: { why: 'state' }, ids: [job.aboutId] })
  return job
}

function auditJob(
  tx: Transaction,
  { id: personId }: Confirmer,
  { id, aboutId }: Pick<Job, 'id' | 'aboutId'>,
  action: 'validations.paused' | 'validations.resumed' | 'validations.stopped',
  facts: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  return tx.audit({ personId, action, thing: { type: 'batch', id: aboutId }, facts: { job: id, ...facts } })
}

function callsChanged(calls: number): Failure {
  return new Failure('CALLS_CHANGED', { params: { calls } })
}
