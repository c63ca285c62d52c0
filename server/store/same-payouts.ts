import { type Kysely, sql } from 'kysely'
import type { PayoutRow } from './payout-rows.ts'
import type { Tables } from './schema.ts'

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
    .where('id', 'in', payoutsWith(db, destinations))
    .where('amount', '=', amount)
    .where('currency_code', '=', currencyCode)
    .where('id', '!=', exceptId)
    .where((is) => is.or([is('created_at', '>=', since), is('exported_at', '>=', since)]))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(5)
    .execute()
}

/** Payouts that send money to one place. */
interface ToOnePlace {
  /** Search terms of where the money goes. */
  readonly destinations: readonly string[]
  readonly currencyCode: string
  readonly exceptId: string
}

interface PayoutsOfDay extends ToOnePlace {
  readonly since: string
  readonly batchId: string | null
}

/**
 * The payouts in a currency to a place that wait for review or for their export, for however long, those that were exported since, and those of a
 * batch that are still to be sent to review. Tests move no money.
 */
export async function payoutsOfDay(
  db: Kysely<Tables>,
  { since, batchId, ...place }: PayoutsOfDay,
): Promise<readonly PayoutRow[]> {
  return await payoutsTo(db, place)
    .where((is) =>
      is.or([
        is('state', 'in', ['in_review', 'approved']),
        is.and([is('state', '=', 'exported'), is('exported_at', '>=', since)]),
        ...(batchId === null ? [] : [is('batch_id', '=', batchId)]),
      ]),
    )
    .execute()
}

/** The payouts of a batch in a currency to a place that were sent to review, wherever they are now. Tests move no money. */
export async function payoutsOfBatch(
  db: Kysely<Tables>,
  { batchId, ...place }: ToOnePlace & { readonly batchId: string },
): Promise<readonly PayoutRow[]> {
  return await payoutsTo(db, place)
    // No index is of this: that of the batch would give all that it has, to any place.
    .where(sql`batch_id || ''`, '=', batchId)
    .where('state', 'in', ['in_review', 'approved', 'exported'])
    .execute()
}

function payoutsTo(db: Kysely<Tables>, { destinations, currencyCode, exceptId }: ToOnePlace) {
  return db
    .selectFrom('payouts')
    .selectAll()
    .where('id', 'in', payoutsWith(db, destinations))
    .where('currency_code', '=', currencyCode)
    .where('id', '!=', exceptId)
    .where('test_mode', '=', 0)
}

function payoutsWith(db: Kysely<Tables>, terms: readonly string[]) {
  return db.selectFrom('search_terms').select('thing_id').where('kind', '=', 'payout').where('term', 'in', terms)
}
