import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

export type DetailsChange = Tables['details_changes']

export async function insertDetailsChange(db: Kysely<Tables>, change: DetailsChange): Promise<void> {
  await db.insertInto('details_changes').values(change).execute()
}

/**
 * Everybody who changed the identifying details of a beneficiary since a payout to them with exactly these was first exported; where
 * none was, everybody who ever typed any. In the order in which they came.
 */
export async function authorsOfDetails(
  db: Kysely<Tables>,
  beneficiaryId: string,
  detailsHash: string,
): Promise<readonly string[]> {
  const lastExport = db
    .selectFrom('payouts')
    .where('beneficiary_id', '=', beneficiaryId)
    .where('details_hash', '=', detailsHash)
    .select(({ fn, val }) => fn.coalesce(fn.max('exported_version'), val(0)).as('version'))
  const changes = await db
    .selectFrom('details_changes')
    .where('beneficiary_id', '=', beneficiaryId)
    .where('version', '>', lastExport)
    .select(['changed_by', ({ fn }) => fn.min('version').as('first')])
    .groupBy('changed_by')
    .orderBy('first')
    .execute()
  return changes.map(({ changed_by }) => changed_by)
}
