import type { Kysely } from 'kysely'
import type { ActivityAction } from '#shared/api/activity.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import type { Tables } from '../store/schema.ts'

/** The id of the audit log's entries about loading and removing. */
export const sampleData = { type: 'database', id: 'sample-data' } as const

/** Whether the newest entry about the sample data is that they were loaded. */
export async function isSampleLoaded(db: Kysely<Tables>): Promise<boolean> {
  const newest = await db
    .selectFrom('audit')
    .select('action')
    .where('thing_id', '=', sampleData.id)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.action === 'sample.loaded'
}

/** Who entered the sample data. The column alone would let who can write to the database make staff of it, whose payouts go. */
export async function samplePeople(db: Kysely<Tables>): Promise<readonly string[]> {
  const added = db
    .selectFrom('audit')
    .select('thing_id')
    .where('action', '=', 'person.added')
    .where('facts', 'like', '%"isSample":true%')
  const people = await db
    .selectFrom('people')
    .select('id')
    .where('is_sample', '=', 1)
    .where('id', 'in', added)
    .execute()
  return people.map(({ id }) => id)
}

/** The payouts that are left of those that these people entered. */
export async function payoutsEnteredBy(
  db: Kysely<Tables>,
  people: readonly string[],
): Promise<readonly Pick<PayoutRow, 'id'>[]> {
  return await db
    .selectFrom('payouts')
    .select('id')
    .where('id', 'in', madeBy(db, people, 'payout.created'))
    .execute()
}

/** The beneficiaries that are left of those that these people entered, and whether a payout pays them. */
export async function beneficiariesEnteredBy(
  db: Kysely<Tables>,
  people: readonly string[],
): Promise<readonly { readonly id: string; readonly isPaid: boolean }[]> {
  const entered = madeBy(db, people, 'beneficiary.created')
  const rows = await db.selectFrom('beneficiaries').select('id').where('id', 'in', entered).execute()
  const payouts = await db
    .selectFrom('payouts')
    .select('beneficiary_id')
    .where('beneficiary_id', 'in', entered)
    .execute()
  const paid = new Set(payouts.map(({ beneficiary_id }) => beneficiary_id))
  return rows.map(({ id }) => ({ id, isPaid: paid.has(id) }))
}

/** Asked of the audit log, which has an index of who did what. */
function madeBy(db: Kysely<Tables>, people: readonly string[], action: ActivityAction) {
  return db.selectFrom('audit').select('thing_id').where('person_id', 'in', people).where('action', '=', action)
}

/** The exports that contain these payouts, and who made each. */
export function exportsWith(
  db: Kysely<Tables>,
  payoutIds: readonly string[],
): Promise<readonly { readonly export_id: string; readonly payout_id: string; readonly created_by: string }[]> {
  return db
    .selectFrom('export_payouts')
    .innerJoin('exports', 'exports.id', 'export_payouts.export_id')
    .select(['export_id', 'payout_id', 'created_by'])
    .where('payout_id', 'in', payoutIds)
    .execute()
}

export async function deleteExport(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('export_payouts').where('export_id', '=', id).execute()
  await db.deleteFrom('exports').where('id', '=', id).execute()
}

/** Deletes a beneficiary whom no payout pays; validations that a person asked for stay. */
export async function deleteBeneficiary(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('search_terms').where('kind', '=', 'beneficiary').where('thing_id', '=', id).execute()
  await db.deleteFrom('details_changes').where('beneficiary_id', '=', id).execute()
  await db.updateTable('validations').set({ beneficiary_id: null }).where('beneficiary_id', '=', id).execute()
  await db.deleteFrom('beneficiaries').where('id', '=', id).execute()
}
