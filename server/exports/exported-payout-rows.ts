import type { Kysely } from 'kysely'
import type { PayoutRow } from '../entry/payout-rows.ts'
import type { Tables } from '../store/schema.ts'

/* Which payouts each export contains. */

/** The most values in one query. */
const atOnce = 500

/** Adds payouts to an export, in the order of the file, from a place on. */
export async function addToExport(
  db: Kysely<Tables>,
  exportId: string,
  payouts: readonly Pick<PayoutRow, 'id' | 'state'>[],
  from = 0,
): Promise<void> {
  const places = payouts.map(({ id, state }, index) => ({
    export_id: exportId,
    place: from + index,
    payout_id: id,
    again: state === 'exported' ? 1 : 0,
  }))
  for (let at = 0; at < places.length; at += atOnce)
    await db
      .insertInto('export_payouts')
      .values(places.slice(at, at + atOnce))
      .execute()
}

/** Of these payouts, those that are in an export already. */
export async function exportedBefore(db: Kysely<Tables>, payoutIds: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for (let from = 0; from < payoutIds.length; from += atOnce) {
    const some = payoutIds.slice(from, from + atOnce)
    const rows = await db.selectFrom('export_payouts').select('payout_id').where('payout_id', 'in', some).execute()
    found.push(...rows.map(({ payout_id }) => payout_id))
  }
  return found
}

/** Of these payouts, those in an export that is still being prepared, and may be undone. */
export async function inPreparation(db: Kysely<Tables>, payoutIds: readonly string[]): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('export_payouts')
    .innerJoin('exports', 'exports.id', 'export_payouts.export_id')
    .select('payout_id')
    .distinct()
    .where('payout_id', 'in', payoutIds)
    .where('state', '=', 'preparing')
    .execute()
  return rows.map(({ payout_id }) => payout_id)
}

/** When a payout was last exported, by the exports that are made. */
export async function lastExportedAt(db: Kysely<Tables>, payoutId: string): Promise<string | null> {
  const row = await db
    .selectFrom('export_payouts')
    .innerJoin('exports', 'exports.id', 'export_payouts.export_id')
    .select(({ fn }) => fn.max('created_at').as('at'))
    .where('payout_id', '=', payoutId)
    .where('state', '=', 'made')
    .executeTakeFirst()
  return row?.at ?? null
}

/** The first payouts that an export still lists. */
export async function firstOfExport(db: Kysely<Tables>, exportId: string, limit: number) {
  return await db
    .selectFrom('export_payouts')
    .select(['payout_id', 'place'])
    .where('export_id', '=', exportId)
    .orderBy('place')
    .limit(limit)
    .execute()
}

export async function takeFromExport(db: Kysely<Tables>, exportId: string, places: readonly number[]): Promise<void> {
  await db.deleteFrom('export_payouts').where('export_id', '=', exportId).where('place', 'in', places).execute()
}
