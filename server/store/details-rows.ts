import type { Kysely } from 'kysely'
import { isIntact } from './payout-mac.ts'
import type { Tables } from './schema.ts'
import type { Reader } from './store.ts'

export type DetailsChange = Tables['details_changes']

export async function insertDetailsChange(db: Kysely<Tables>, change: DetailsChange): Promise<void> {
  await db.insertInto('details_changes').values(change).execute()
}

/**
 * Everybody who changed the identifying details of a beneficiary since a payout to them with exactly these was first exported; where
 * none was, everybody who ever typed any. In the order in which they came.
 */
export async function authorsOfDetails(
  { db, encryption }: Pick<Reader, 'db' | 'encryption'>,
  beneficiaryId: string,
  detailsHash: string,
): Promise<readonly string[]> {
  const last = await db
    .selectFrom('payouts')
    .selectAll()
    .where('beneficiary_id', '=', beneficiaryId)
    .where('details_hash', '=', detailsHash)
    .where('exported_version', 'is not', null)
    .orderBy('exported_version', 'desc')
    .limit(1)
    .executeTakeFirst()
  // One that was changed outside of the app proves no export.
  const lastVersion = last !== undefined && isIntact(encryption, last) ? (last.exported_version ?? 0) : 0
  const changes = await db
    .selectFrom('details_changes')
    .where('beneficiary_id', '=', beneficiaryId)
    .where('version', '>', lastVersion)
    .select(['changed_by', ({ fn }) => fn.min('version').as('first')])
    .groupBy('changed_by')
    .orderBy('first')
    .execute()
  return changes.map(({ changed_by }) => changed_by)
}
