import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../store/schema.ts'

export type ItemRow = Selectable<Tables['validation_items']>

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

/** When the next item of a job may be asked, blank: at once; undefined where none waits. And whether one is being asked. */
export async function nextDue(db: Kysely<Tables>, jobId: string) {
  const first = (state: 'waiting' | 'asking', service: ItemRow['service']) =>
    db
      .selectFrom('validation_items')
      .select('next_at')
      .where('job_id', '=', jobId)
      .where('state', '=', state)
      .where('service', '=', service)
      .orderBy('next_at')
      .limit(1)
      .executeTakeFirst()
  const waiting = [await first('waiting', 'identity'), await first('waiting', 'bank')]
  const [dueAt] = waiting.flatMap((item) => item?.next_at ?? []).toSorted()
  const isAsking = ((await first('asking', 'identity')) ?? (await first('asking', 'bank'))) !== undefined
  return { dueAt, isAsking }
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
