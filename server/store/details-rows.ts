import type { Kysely } from 'kysely'
import { auditedDetails } from './audit/details-trail.ts'
import { findPayouts, lastExported, type PayoutRow } from './payout-rows.ts'
import { isIntact } from './row-mac.ts'
import type { Tables } from './schema.ts'
import type { Reader } from './store.ts'

export type DetailsChange = Tables['details_changes']

export async function insertDetailsChange(db: Kysely<Tables>, change: DetailsChange): Promise<void> {
  await db.insertInto('details_changes').values(change).execute()
}

/**
 * Everybody who changed the identifying details of a beneficiary since a payout to them with exactly these, no test, was first exported; where
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
    // A test moves no money, and vouches for nobody.
    .where('test_mode', '=', 0)
    .orderBy('exported_version', 'desc')
    .limit(1)
    .executeTakeFirst()
  // One that was changed outside of the app proves no export.
  const lastVersion = last !== undefined && isIntact(encryption, 'payouts', last) ? (last.exported_version ?? 0) : 0
  const changes = await db
    .selectFrom('details_changes')
    .where('beneficiary_id', '=', beneficiaryId)
    .where('version', '>', lastVersion)
    .select(['changed_by', ({ fn }) => fn.min('version').as('first')])
    .groupBy('changed_by')
    .orderBy('first')
    .execute()
  // The audit log as well: nobody is taken out of both unseen.
  const audited = (await auditedDetails(db, beneficiaryId)).filter(({ version }) => version > lastVersion)
  const makers = audited.flatMap(({ maker }) => maker ?? [])
  return [...new Set([...[...changes, ...audited].map(({ changed_by }) => changed_by), ...makers])]
}

/** How the identifying details of a beneficiary came to be what they are, the first version first. */
export async function detailsChangesOf(db: Kysely<Tables>, beneficiaryId: string): Promise<readonly DetailsChange[]> {
  return await db
    .selectFrom('details_changes')
    .selectAll()
    .where('beneficiary_id', '=', beneficiaryId)
    .orderBy('version')
    .execute()
}

interface Details {
  readonly beneficiaryId: string
  readonly detailsHash: string
  /** The payout that has them. */
  readonly exceptId: string | undefined
}

/** More than a person compares. */
const mostOthers = 5

/**
 * Payouts to a beneficiary with other details than these, one for each: the last that was exported, and those in review or approved. What
 * was changed outside of the app is none of them.
 */
export async function payoutsWithOtherDetails(
  { db, encryption }: Pick<Reader, 'db' | 'encryption'>,
  { beneficiaryId, detailsHash, exceptId = '' }: Details,
): Promise<readonly PayoutRow[]> {
  const last = await lastExported(db, { id: exceptId, beneficiary_id: beneficiaryId })
  const onTheirWay = await db
    .selectFrom('payouts')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('beneficiary_id', '=', beneficiaryId)
    .where('state', 'in', ['in_review', 'approved'])
    .where('details_hash', 'not in', [detailsHash, last?.details_hash ?? detailsHash])
    .where('id', '!=', exceptId)
    .groupBy('details_hash')
    .limit(mostOthers)
    .execute()
  const others = await findPayouts(
    db,
    onTheirWay.map(({ id }) => id),
  )
  const found = last === undefined || last.details_hash === detailsHash ? others : [last, ...others]
  return found.filter((row) => isIntact(encryption, 'payouts', row))
}
