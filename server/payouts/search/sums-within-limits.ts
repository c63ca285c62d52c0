import { type Kysely, sql } from 'kysely'
import { amountKey } from '../../entry/entry-columns.ts'
import { groupedBy } from '../../store/by-keys.ts'
import type { Tables } from '../../store/schema.ts'
import { keptSums } from './kept-sums.ts'
import type { PayoutFilter } from './payout-filter.ts'
import { partsToSum, type Sum, sumsOfParts } from './payout-sums.ts'

/**
 * What the payouts in review add up to that a person may approve who had a part in none of them: of each currency with a limit, the fewer are added
 * up, those within it or those above it, which are taken off what is kept of all. Undefined where more is asked of payouts than that.
 */
export async function sumsWithinLimits(
  db: Kysely<Tables>,
  { state, reviewableBy, ...others }: PayoutFilter,
): Promise<readonly Sum[] | undefined> {
  const isMore = Object.values(others).some((wish) => wish !== undefined)
  if (state !== 'in_review' || isMore || reviewableBy?.hasNoPart !== true) return undefined
  const sums: Sum[] = []
  for (const [currency, kept] of groupedBy(await keptSums(db, { state }), (sum) => sum.currency)) {
    const most = reviewableBy.approveUpTo[currency]
    sums.push(...(most === undefined ? kept : await within(db, kept, [currency, amountKey(currency, most)])))
  }
  return sums
}

type CurrencyLimit = readonly [currency: string, key: string]

async function within(db: Kysely<Tables>, kept: readonly Sum[], limit: CurrencyLimit): Promise<readonly Sum[]> {
  const half = Math.floor(kept.reduce((all, { count }) => all + count, 0) / 2)
  const some = payoutsAbove(db, limit)
    .select('id')
    .limit(half + 1)
  const { count } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count > half) return sumsOf(db, payoutsWithin(db, limit))
  const above = new Map((await sumsOf(db, payoutsAbove(db, limit))).map((sum) => [sum.rest, sum]))
  return kept.map((sum) => difference(sum, above.get(sum.rest))).filter((sum) => sum.count > 0)
}

function payoutsWithin(db: Kysely<Tables>, [currency, key]: CurrencyLimit) {
  return inReview(db).where('amount_key', '>=', currency).where('amount_key', '<=', key)
}

export function payoutsAbove(db: Kysely<Tables>, [currency, key]: CurrencyLimit) {
  return inReview(db).where('amount_key', '>', key).where('amount_key', '<', `${currency}:`)
}

/** By the order of amounts: no index is of this state, which SQLite would else go through. */
function inReview(db: Kysely<Tables>) {
  return db.selectFrom('payouts').where(sql<string>`payouts.state || ''`, '=', 'in_review')
}

function sumsOf(db: Kysely<Tables>, payouts: ReturnType<typeof inReview>): Promise<readonly Sum[]> {
  const parts = payouts.select(partsToSum)
  return db.selectFrom(parts.as('parts')).select(sumsOfParts).groupBy(['currency', 'rest']).execute()
}

function difference(one: Sum, other: Sum | undefined): Sum {
  if (other === undefined) return one
  const less = (name: 'millions' | 'units') => String(BigInt(one[name]) - BigInt(other[name]))
  return { ...one, count: one.count - other.count, millions: less('millions'), units: less('units') }
}
