import { type ExpressionBuilder, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Outcome } from '#shared/api/outcome.ts'
import type { PayoutState } from '#shared/api/payout.ts'
import { holding } from '../../entry/payout-rows.ts'
import type { Tables } from '../../store/schema.ts'
import type { LimitedReviewer } from './payout-filter.ts'
import type { Sum } from './payout-sums.ts'

/*
 * Counts of payouts that the database updates itself, so that no request waits for counting: migrations/first/payout-sums.ts.
 */

/** What payouts can be filtered by of what is kept of them. */
interface KeptFilter {
  readonly state?: PayoutState | undefined
  readonly country?: string | undefined
  readonly batchId?: string | undefined
  readonly outcome?: Outcome | 'none' | undefined
  readonly isAlone?: boolean | undefined
  readonly warnings?: string | undefined
  readonly reviewableBy?: LimitedReviewer | undefined
}

type Sums = ExpressionBuilder<Tables, 'payout_sums'>

function hasOutcome(is: Sums, outcome: Outcome | 'none') {
  return outcome === 'none'
    ? is.and([is('state', '=', 'exported'), is('outcome', '=', '')])
    : is('outcome', '=', outcome)
}

/** PostgreSQL adds whole numbers up to one of another type. */
function whole(what: RawBuilder<unknown>) {
  return sql<number>`cast(sum(${what}) as bigint)`
}

const count = sql`payout_sums.count`

const sumsOfLines = [
  sql<string>`currency_code`.as('currency'),
  sql<number>`rest`.as('rest'),
  whole(count).as('count'),
  sql<string>`cast(sum(millions) as text)`.as('millions'),
  sql<string>`cast(sum(units) as text)`.as('units'),
]

/** What the payouts of some batches come to, by their states and outcomes. */
export async function batchSums(db: Kysely<Tables>, ids: readonly string[]) {
  return await db
    .selectFrom('payout_sums')
    .select(['batch_id', 'state', 'outcome', ...sumsOfLines])
    .where('batch_id', 'in', ids)
    .groupBy(['batch_id', 'state', 'outcome', 'currency_code', 'rest'])
    .execute()
}

/** How many payouts are in each state, and how many of those in review a person may approve, and of these those of batches. */
export async function countPayouts(db: Kysely<Tables>, reviewer: Pick<LimitedReviewer, 'id' | 'asOne'>) {
  const states = await db
    .selectFrom('payout_sums')
    .select(['state', whole(count).as('count')])
    .groupBy('state')
    .execute()
  const reviewable = await db
    .selectFrom('payout_sums')
    .select((is) => [is('batch_id', '!=', '').as('isOfBatch'), whole(count).as('count')])
    .where('state', '=', 'in_review')
    .where((is) => reviewableBy(is, reviewer))
    .groupBy('isOfBatch')
    .execute()
  const ofBatches = reviewable.find(({ isOfBatch }) => Boolean(isOfBatch))?.count ?? 0
  const byState = new Map<PayoutState, number>(states.map((row) => [row.state, row.count]))
  return { states: byState, toReview: reviewable.reduce((all, row) => all + row.count, 0), ofBatches }
}

function reviewableBy(is: Sums, { id, asOne = [] }: Pick<LimitedReviewer, 'id' | 'asOne'>) {
  const own = [id, ...asOne]
  return is.and([...own.map((one) => is('entered_by', 'not like', holding(one))), is('approver', 'not in', own)])
}

/** Whether what all that match add up to is kept: by whom a payout was entered is known in review alone, its amount never. */
export function isKept({ state, warnings, reviewableBy: reviewer, ...filter }: KeptFilter): boolean {
  const { country, batchId, outcome, isAlone, ...others } = filter
  const isOfOthers = Object.values(others).some((wish) => wish !== undefined)
  const isKeptOf = ({ approveUpTo }: LimitedReviewer) => state === 'in_review' && Object.keys(approveUpTo).length === 0
  return !isOfOthers && (warnings ?? 'none') === 'none' && (reviewer === undefined || isKeptOf(reviewer))
}

export async function keptSums(
  db: Kysely<Tables>,
  { state, country, batchId, outcome, isAlone, warnings, reviewableBy: reviewer }: KeptFilter,
): Promise<readonly Sum[]> {
  return await db
    .selectFrom('payout_sums')
    .select(sumsOfLines)
    .where((is) =>
      is.and([
        ...(state === undefined ? [] : [is('state', '=', state)]),
        ...(country === undefined ? [] : [is('country', '=', country)]),
        ...(batchId === undefined ? [] : [is('batch_id', '=', batchId)]),
        ...(outcome === undefined ? [] : [hasOutcome(is, outcome)]),
        ...(isAlone === true ? [is('batch_id', '=', '')] : []),
        ...(warnings === undefined ? [] : [is('warned', '=', 0)]),
        ...(reviewer === undefined ? [] : [reviewableBy(is, reviewer)]),
      ]),
    )
    .groupBy(['currency_code', 'rest'])
    .having(sql<boolean>`sum(${count}) <> 0`)
    .execute()
}
