import type { Kysely, Selectable } from 'kysely'
import { isIntact, rowMac } from '../store/row-mac.ts'
import type { Tables } from '../store/schema.ts'
import type { Reader, RowReader } from '../store/store.ts'

export type JobRow = Selectable<Tables['validation_jobs']>

export type ItemRow = Selectable<Tables['validation_items']>

export type JobChange = Partial<
  Pick<JobRow, 'state' | 'why' | 'failures' | 'unknowns' | 'rest_until' | 'lease_holder' | 'lease_until' | 'ended_at'>
>

/** Inserts a job as a person confirmed it, with a MAC on its row. */
export async function addJob({ db, encryption }: RowReader, row: Omit<JobRow, 'row_mac'>): Promise<void> {
  await db
    .insertInto('validation_jobs')
    .values({ ...row, row_mac: rowMac(encryption, 'validation_jobs', row) })
    .execute()
}

export function findJob(db: Kysely<Tables>, id: string): Promise<JobRow | undefined> {
  return db.selectFrom('validation_jobs').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The jobs of a batch, the newest first. */
export function jobsOfBatch(db: Kysely<Tables>, batchId: string, most: number): Promise<readonly JobRow[]> {
  return db
    .selectFrom('validation_jobs')
    .selectAll()
    .where('batch_id', '=', batchId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute()
}

/** Whether a batch has a job that has not ended. */
export async function openJobOf(db: Kysely<Tables>, batchId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('validation_jobs')
    .select('id')
    .where('batch_id', '=', batchId)
    .where('state', 'in', ['preparing', 'running', 'paused'])
    .executeTakeFirst()
  return row?.id
}

/** Those that some server is to run. */
export function runningJobs(db: Kysely<Tables>): Promise<readonly JobRow[]> {
  return db
    .selectFrom('validation_jobs')
    .selectAll()
    .where('state', '=', 'running')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Changes how far a job is. */
export async function changeJob(db: Kysely<Tables>, id: string, change: JobChange): Promise<void> {
  await db.updateTable('validation_jobs').set(change).where('id', '=', id).execute()
}

/** Resumes a job on the authority of another person. */
export async function reconfirmJob(
  { db, encryption }: RowReader,
  row: JobRow,
  confirmed: Pick<JobRow, 'confirmed_by' | 'confirmed_at'>,
  change: JobChange,
): Promise<void> {
  const next = { ...row, ...confirmed, ...change }
  await db
    .updateTable('validation_jobs')
    .set({ ...confirmed, ...change, row_mac: rowMac(encryption, 'validation_jobs', next) })
    .where('id', '=', row.id)
    .execute()
}

/** Whether a job is as a person confirmed it. */
export function isConfirmed(encryption: Reader['encryption'], row: JobRow): boolean {
  return isIntact(encryption, 'validation_jobs', row)
}

export async function addItems(db: Kysely<Tables>, rows: readonly ItemRow[]): Promise<void> {
  if (rows.length > 0)
    await db
      .insertInto('validation_items')
      .values([...rows])
      .execute()
}

export async function deleteItems(db: Kysely<Tables>, jobId: string): Promise<void> {
  await db.deleteFrom('validation_items').where('job_id', '=', jobId).execute()
}

/** The next items of one service that may be asked at this time. */
export function dueItems(
  db: Kysely<Tables>,
  jobId: string,
  service: ItemRow['service'],
  { at, most }: { readonly at: string; readonly most: number },
): Promise<readonly ItemRow[]> {
  return db
    .selectFrom('validation_items')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('state', '=', 'waiting')
    .where('service', '=', service)
    .where('next_at', '<=', at)
    .orderBy('next_at')
    .orderBy('place')
    .limit(most)
    .execute()
}

/** Items whose asking began at this time or before, and has not ended. */
export function overdueItems(db: Kysely<Tables>, jobId: string, before: string): Promise<readonly ItemRow[]> {
  return db
    .selectFrom('validation_items')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('state', '=', 'asking')
    .where('claimed_at', '<=', before)
    .limit(100)
    .execute()
}

/** Whether anything of a job may be asked at this time, is under way, or waits for later. */
export async function whatIsLeft(db: Kysely<Tables>, jobId: string, at: string) {
  const one = (state: 'waiting' | 'asking', service?: ItemRow['service']) =>
    db
      .selectFrom('validation_items')
      .select('place')
      .where('job_id', '=', jobId)
      .where('state', '=', state)
      .$if(service !== undefined, (query) => query.where('service', '=', service ?? 'bank').where('next_at', '<=', at))
      .limit(1)
      .executeTakeFirst()
  return {
    isDue: (await one('waiting', 'identity')) !== undefined || (await one('waiting', 'bank')) !== undefined,
    isAsking: (await one('asking')) !== undefined,
    isWaiting: (await one('waiting')) !== undefined,
  }
}

type ItemChange = Partial<Omit<ItemRow, 'job_id' | 'place' | 'payout_id' | 'service'>>

/** Changes an item that is in one of these states and, where that is given, asked under this claim; false where it is not. */
export async function changeItem(
  db: Kysely<Tables>,
  { job_id, place }: Pick<ItemRow, 'job_id' | 'place'>,
  from: { readonly states: readonly ItemRow['state'][]; readonly claim?: string },
  change: ItemChange,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('validation_items')
    .set(change)
    .where('job_id', '=', job_id)
    .where('place', '=', place)
    .where('state', 'in', from.states)
    .$if(from.claim !== undefined, (update) => update.where('claim', '=', from.claim ?? ''))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** How many items there are of each kind. */
export function countItems(db: Kysely<Tables>, jobId: string) {
  return db
    .selectFrom('validation_items')
    .select(['state', 'outcome', 'reused', 'test_mode', ({ fn }) => fn.countAll<number>().as('count')])
    .where('job_id', '=', jobId)
    .groupBy(['state', 'outcome', 'reused', 'test_mode'])
    .execute()
}

interface ItemPage {
  readonly state: ItemRow['state']
  /** Undefined: any. */
  readonly outcome: string | undefined
  readonly after: number
  readonly limit: number
}

/** Items of one kind by their place, each with the row of its payout. */
export function listItems(db: Kysely<Tables>, jobId: string, { state, outcome, after, limit }: ItemPage) {
  return db
    .selectFrom('validation_items')
    .leftJoin('payouts', 'payouts.id', 'validation_items.payout_id')
    .selectAll('validation_items')
    .select('payouts.batch_row')
    .where('job_id', '=', jobId)
    .where('validation_items.state', '=', state)
    .where('place', '>', after)
    .$if(outcome !== undefined, (query) => query.where('validation_items.outcome', '=', outcome ?? ''))
    .orderBy('place')
    .limit(limit)
    .execute()
}

interface JobPayoutPage {
  readonly after: number
  readonly limit: number
  readonly isNew: boolean
}

/** Payouts of a batch that could still be validated, in the order of their rows; where wanted, to those who were never paid. */
export function payoutsToValidate(db: Kysely<Tables>, batchId: string, { after, limit, isNew }: JobPayoutPage) {
  return db
    .selectFrom('payouts')
    .selectAll('payouts')
    .where('batch_id', '=', batchId)
    .where('batch_row', '>', after)
    .where('payouts.state', '!=', 'exported')
    .where('payouts.erased_at', 'is', null)
    .$if(isNew, (query) =>
      query
        .innerJoin('beneficiaries', 'beneficiaries.id', 'payouts.beneficiary_id')
        .where('beneficiaries.last_payout_at', 'is', null),
    )
    .orderBy('batch_row')
    .limit(limit)
    .execute()
}
