import { sql } from 'kysely'
import type { addedTotals } from '#shared/payout/totals.ts'

/*
 * Sums of payouts, which the database makes of the keys that amounts are sorted by: digits alone are added, so that nothing is rounded.
 */

/** The sum of payouts of one currency and with as many decimals, as a count of the last decimal place. */
export interface Sum {
  readonly currency: string
  /** How much longer the key is than its digits before the point. */
  readonly rest: number
  readonly count: number
  /** The sum in millions, and what is left of it: SQLite has no integer that holds them together. */
  readonly millions: string
  readonly units: string
}

/* A key that was changed past the app may have none: PostgreSQL makes no number of that. */
const digits = sql`coalesce(cast(nullif(replace(substr(payouts.amount_key, 6), '.', ''), '') as bigint), 0)`
const before = sql`coalesce(cast(nullif(substr(payouts.amount_key, 4, 2), '') as integer), 0)`

/** What is to be selected of each payout, */
export const partsToSum = [
  sql<string>`substr(payouts.amount_key, 1, 3)`.as('currency'),
  sql<number>`length(payouts.amount_key) - ${before}`.as('rest'),
  sql<number>`${digits} / 1000000`.as('millions'),
  sql<number>`${digits} % 1000000`.as('units'),
]

/** and of those, grouped by currency and rest at least. */
export const sumsOfParts = [
  sql<string>`currency`.as('currency'),
  sql<number>`rest`.as('rest'),
  sql<number>`count(*)`.as('count'),
  sql<string>`cast(sum(millions) as text)`.as('millions'),
  sql<string>`cast(sum(units) as text)`.as('units'),
]

/** A sum as totals are added of it. */
export function partOfTotal({
  currency,
  rest,
  count,
  millions,
  units,
}: Sum): Parameters<typeof addedTotals>[0][number] {
  return {
    currencyCode: currency.trim(),
    digits: BigInt(millions) * million + BigInt(units),
    decimals: Math.min(Math.max(0, rest - keyHead - '.'.length), mostDecimals),
    count,
  }
}

const million = 1_000_000n

/** No amount has more. A line that was changed past the app may, which would be work without end. */
const mostDecimals = 1_000

/** The letters of a currency and the two digits in the key. */
const keyHead = 5
