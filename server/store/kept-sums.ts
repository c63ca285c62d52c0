import { type ExpressionBuilder, type Kysely, type RawBuilder, sql } from 'kysely'
import type { PayoutState } from '#shared/api/payout.ts'
import { holding } from './payout-rows.ts'
import type { Sum } from './payout-sums.ts'
import type { Tables } from './schema.ts'

/*
 * What the database keeps counted of payouts by itself, so that nobody waits until they are counted: migrations/0030-payout-sums.ts.
 */

/** What payouts can be filtered by of what is kept of them. */
interface KeptFilter {
  readonly state?: PayoutState | undefined
  readonly country?: string | undefined
  readonly isAlone?: boolean | undefined
  readonly warnings?: string | undefined
  readonly reviewableBy?: string | undefined
}

type Sums = ExpressionBuilder<Tables, 'payout_sums'>

/** PostgreSQL adds whole numbers up to one of another type. */
function whole(what: RawBuilder<unknown>) {
  return sql<number>`cast(sum(${what}) as bigint)`
}

const count = sql`payout_sums.count`

/** How many payouts are in each state, and how many of those in review a person may approve, and of these those of batches. */
export async function countPayouts(db: Kysely<Tables>, personId: string) {
  const states = await db
    .selectFrom('payout_sums')
    .select(['state', whole(count).as('count')])
    .groupBy('state')
    .execute()
  const reviewable = await db
    .selectFrom('payout_sums')
    .select(['alone', whole(count).as('count')])
    .where('state', '=', 'in_review')
    .where((is) => reviewableBy(is, personId))
    .groupBy('alone')
    .execute()
  const ofBatches = reviewable.find(({ alone }) => alone === 0)?.count ?? 0
  const byState = new Map<PayoutState, number>(states.map((row) => [row.state, row.count]))
  return { states: byState, toReview: reviewable.reduce((all, row) => all + row.count, 0), ofBatches }
}

function reviewableBy(is: Sums, personId: string) {
  return is.and([is('entered_by', 'not like', holding(personId)), is('approver', '!=', personId)])
}

/** Whether what all that match add up to is kept: by whom a payout was entered is known in review alone. */
export function isKept({ state, country, isAlone, warnings, reviewableBy: reviewer, ...others }: KeptFilter): boolean {
  const isOfOthers = Object.values(others).some((wish) => wish !== undefined)
  return !isOfOthers && (warnings ?? 'none') === 'none' && (reviewer === undefined || state === 'in_review')
}

export async function keptSums(
  db: Kysely<Tables>,
  { state, country, isAlone, warnings, reviewableBy: reviewer }: KeptFilter,
): Promise<readonly Sum[]> {
  return await db
    .selectFrom('payout_sums')
    .select(['currency_code as currency', 'rest', whole(count).as('count')])
    .select([
      sql<string>`cast(sum(millions) as text)`.as('millions'),
      sql<string>`cast(sum(units) as text)`.as('units'),
    ])
    .where((is) =>
      is.and([
        ...(state === undefined ? [] : [is('state', '=', state)]),
        ...(country === undefined ? [] : [is('country', '=', country)]),
        ...(isAlone === true ? [is('alone', '=', 1)] : []),
        ...(warnings === undefined ? [] : [is('warned', '=', 0)]),
        ...(reviewer === undefined ? [] : [reviewableBy(is, reviewer)]),
      ]),
    )
    .groupBy(['currency_code', 'rest'])
    .having(sql<boolean>`sum(${count}) <> 0`)
    .execute()
}
