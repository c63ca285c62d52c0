import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import { referenceColumns } from './entry-columns.ts'
import type { Tables } from './schema.ts'
import type { Reader } from './store.ts'

export type PayoutRow = Selectable<Tables['payouts']>

export type NewPayoutRow = Insertable<Tables['payouts']>

export type PayoutChange = Omit<Updateable<Tables['payouts']>, 'id' | 'version'>

export function findPayout(db: Kysely<Tables>, id: string): Promise<PayoutRow | undefined> {
  return db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The payouts of these ids, in no order. */
export async function findPayouts(db: Kysely<Tables>, ids: readonly string[]): Promise<readonly PayoutRow[]> {
  const rows: PayoutRow[] = []
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = ids.slice(from, from + atOnce)
    rows.push(...(await db.selectFrom('payouts').selectAll().where('id', 'in', some).execute()))
  }
  return rows
}

/** A query takes so many values. */
const atOnce = 500

/** The id of the payout that has this reference. */
export async function payoutByReference({ db, encryption }: Reader, reference: string): Promise<string | undefined> {
  const { reference_hash } = referenceColumns(encryption, reference)
  const row = await db
    .selectFrom('payouts')
    .select('id')
    .where('reference_hash', '=', reference_hash)
    .executeTakeFirst()
  return row?.id
}

/** The payout that was entered from an unfinished form. */
export function payoutOfDraft(db: Kysely<Tables>, draftId: string): Promise<PayoutRow | undefined> {
  return db.selectFrom('payouts').selectAll().where('draft_id', '=', draftId).executeTakeFirst()
}

export async function insertPayout(db: Kysely<Tables>, row: NewPayoutRow): Promise<void> {
  await db.insertInto('payouts').values(row).execute()
}

/** Changes a payout that still has this version, and counts it up; false when it has another by now. */
export async function updatePayout(
  db: Kysely<Tables>,
  { id, version }: Pick<PayoutRow, 'id' | 'version'>,
  change: PayoutChange,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payouts')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deletePayout(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('search_terms').where('kind', '=', 'payout').where('thing_id', '=', id).execute()
  await db.deleteFrom('payouts').where('id', '=', id).execute()
}

/** The payouts to a beneficiary that wait for review. */
export async function payoutsInReview(db: Kysely<Tables>, beneficiaryId: string): Promise<readonly PayoutRow[]> {
  return await db
    .selectFrom('payouts')
    .selectAll()
    .where('beneficiary_id', '=', beneficiaryId)
    .where('state', '=', 'in_review')
    .execute()
}

/** The newest exported payout to a beneficiary beside this one, of those that were not erased. */
export function lastExported(
  db: Kysely<Tables>,
  { id, beneficiary_id }: Pick<PayoutRow, 'id' | 'beneficiary_id'>,
): Promise<PayoutRow | undefined> {
  return db
    .selectFrom('payouts')
    .selectAll()
    .where('beneficiary_id', '=', beneficiary_id)
    .where('state', '=', 'exported')
    .where('id', '!=', id)
    .where('erased_at', 'is', null)
    .orderBy('exported_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}
