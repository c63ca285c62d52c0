import type { Kysely } from 'kysely'
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
