import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { Tables } from './schema.ts'

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
export async function payoutByReference(db: Kysely<Tables>, reference: string): Promise<string | undefined> {
  const row = await db.selectFrom('payouts').select('id').where('external_reference', '=', reference).executeTakeFirst()
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

/** What makes two payouts look like one that was entered twice. */
interface SamePayout {
  /** Search terms of where the money goes. */
  readonly destinations: readonly string[]
  readonly amount: string
  readonly currencyCode: string
  readonly since: string
  readonly exceptId: string | undefined
}

/** The newest payouts of the same money to the same place that were entered or exported since. */
export async function samePayouts(
  db: Kysely<Tables>,
  { destinations, amount, currencyCode, since, exceptId = '' }: SamePayout,
): Promise<readonly Pick<PayoutRow, 'id' | 'created_at'>[]> {
  if (destinations.length === 0) return []
  return await db
    .selectFrom('payouts')
    .select(['id', 'created_at'])
    .where('id', 'in', (terms) =>
      terms
        .selectFrom('search_terms')
        .select('thing_id')
        .where('kind', '=', 'payout')
        .where('term', 'in', destinations),
    )
    .where('amount', '=', amount)
    .where('currency_code', '=', currencyCode)
    .where('id', '!=', exceptId)
    .where((is) => is.or([is('created_at', '>=', since), is('exported_at', '>=', since)]))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(5)
    .execute()
}
