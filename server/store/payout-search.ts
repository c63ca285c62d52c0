import type { ExpressionBuilder, Kysely } from 'kysely'
import type { PayoutRow } from './payout-rows.ts'
import type { Tables } from './schema.ts'
import type { SearchText } from './search-text.ts'

/** The newest change first, or what was sent to review first. */
type PayoutOrder = 'newest change' | 'longest waiting'

const orders = {
  'newest change': { column: 'updated_at', direction: 'desc', goesOn: '<' },
  'longest waiting': { column: 'submitted_at', direction: 'asc', goesOn: '>' },
} as const

export interface PayoutFilter {
  /** Undefined: all. */
  readonly text: (SearchText & { readonly reference: string }) | undefined
  readonly state: PayoutRow['state'] | undefined
  readonly country: string | undefined
  readonly beneficiaryId: string | undefined
  /** Somebody who did not enter it. */
  readonly notEnteredBy: string | undefined
  readonly order: PayoutOrder
  /** The last one of the page before: its time by the order, and its id. */
  readonly after: { readonly at: string; readonly id: string } | undefined
  readonly limit: number
}

/** One page of payouts, in the order that is asked for. */
export async function searchPayouts(db: Kysely<Tables>, filter: PayoutFilter): Promise<readonly PayoutRow[]> {
  const { column, direction } = orders[filter.order]
  return await db
    .selectFrom('payouts')
    .selectAll()
    .where((is) => is.and(conditions(is, filter)))
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(filter.limit)
    .execute()
}

/** How many payouts are in each state, and how many of those in review a person may approve. */
export async function countPayouts(db: Kysely<Tables>, personId: string) {
  const states = await db
    .selectFrom('payouts')
    .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const { count: toReview } = await db
    .selectFrom('payouts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'in_review')
    .where('entered_by', 'not like', holding(personId))
    .executeTakeFirstOrThrow()
  return { states, toReview }
}

type Payouts = ExpressionBuilder<Tables, 'payouts'>

function conditions(is: Payouts, { text, state, country, beneficiaryId, notEnteredBy, order, after }: PayoutFilter) {
  const { column, goesOn } = orders[order]
  return [
    ...(text === undefined ? [] : [foundBy(is, text)]),
    ...(state === undefined ? [] : [is('state', '=', state)]),
    ...(country === undefined ? [] : [is('country', '=', country)]),
    ...(beneficiaryId === undefined ? [] : [is('beneficiary_id', '=', beneficiaryId)]),
    ...(notEnteredBy === undefined ? [] : [is('entered_by', 'not like', holding(notEnteredBy))]),
    ...(after === undefined ? [] : [is(is.refTuple(column, 'id'), goesOn, is.tuple(after.at, after.id))]),
  ]
}

/** By all words of the name, by a number, or by the beginning of the reference. */
function foundBy(is: Payouts, { words, terms, reference }: NonNullable<PayoutFilter['text']>) {
  const byWords = words.map((word) => is('id', 'in', beginningWith(is, `w:${word}`)))
  return is.or([
    ...(byWords.length === 0 ? [] : [is.and(byWords)]),
    ...(terms.length === 0 ? [] : [is('id', 'in', ids(is).where('term', 'in', terms))]),
    ...(reference === '' ? [] : [is('id', 'in', beginningWith(is, `r:${reference}`))]),
  ])
}

function beginningWith(is: Payouts, beginning: string) {
  return ids(is).where('term', '>=', beginning).where('term', '<', `${beginning}${lastCharacter}`)
}

function ids(is: Payouts) {
  return is.selectFrom('search_terms').select('thing_id').where('kind', '=', 'payout')
}

/** No word has it, and every character stands before it in the order of bytes. */
const lastCharacter = '\u{10ffff}'

/** The ids are kept as a JSON list of texts; an id of ours has no character that `like` reads otherwise. */
function holding(personId: string): string {
  return `%"${personId}"%`
}
