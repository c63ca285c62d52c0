import type { Compilable, ExpressionBuilder, Kysely } from 'kysely'
import type { PayoutRow } from './payout-rows.ts'
import type { Tables } from './schema.ts'
import type { SearchText } from './search-terms.ts'

/** The newest change first, or what was sent to review first. */
type PayoutOrder = 'newest change' | 'longest waiting'

const orders = {
  'newest change': { column: 'updated_at', direction: 'desc', goesOn: '<' },
  'longest waiting': { column: 'submitted_at', direction: 'asc', goesOn: '>' },
} as const

export interface PayoutFilter {
  /** Undefined: all. */
  readonly text: SearchText | undefined
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
  const { text } = filter
  const isHopeless = text !== undefined && searchesOf(db, text).length === 0
  return isHopeless ? [] : await payoutPageQuery(db, filter).execute()
}

/** The query of one page. A text is looked up first: of a rare one it reads few payouts, not all in their order until a page is full. */
export function payoutPageQuery(db: Kysely<Tables>, filter: PayoutFilter): PageQuery {
  const { column, direction } = orders[filter.order]
  return candidates(db, filter.text)
    .selectAll('payouts')
    .where((is) => is.and(conditions(is, filter)))
    .orderBy(`payouts.${column}`, direction)
    .orderBy('payouts.id', direction)
    .limit(filter.limit)
}

interface PageQuery extends Compilable<PayoutRow> {
  execute(): Promise<readonly PayoutRow[]>
}

/** All payouts, or those of a text. SQLite takes the parts of a cross join in their order. */
function candidates(db: Kysely<Tables>, text: PayoutFilter['text']) {
  const [first, ...others] = text === undefined ? [] : searchesOf(db, text)
  if (first === undefined) return db.selectFrom('payouts')
  const found = others.reduce((all, search) => all.union(search), first)
  return db
    .selectFrom(found.as('found'))
    .crossJoin('payouts')
    .where((is) => is('payouts.id', '=', is.ref('found.thing_id')))
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

function conditions(is: Payouts, { state, country, beneficiaryId, notEnteredBy, order, after }: PayoutFilter) {
  const { column, goesOn } = orders[order]
  return [
    ...(state === undefined ? [] : [is('state', '=', state)]),
    ...(country === undefined ? [] : [is('country', '=', country)]),
    ...(beneficiaryId === undefined ? [] : [is('beneficiary_id', '=', beneficiaryId)]),
    ...(notEnteredBy === undefined ? [] : [is('entered_by', 'not like', holding(notEnteredBy))]),
    ...(after === undefined ? [] : [is(is.refTuple(column, 'id'), goesOn, is.tuple(after.at, after.id))]),
  ]
}

/** Each way that a text can mean: all words of the name, a number, the beginning of the reference. */
function searchesOf(db: Kysely<Tables>, { words, terms, reference }: SearchText) {
  return [
    ...(words.length === 0 ? [] : [withWords(db, words)]),
    ...(terms.length === 0 ? [] : [ids(db).where('term', 'in', terms)]),
    ...(reference === '' ? [] : [beginningWith(db, `r:${reference}`)]),
  ]
}

function withWords(db: Kysely<Tables>, [longest = '', ...others]: readonly string[]) {
  return others.reduce(
    (found, word) => found.where('thing_id', 'in', beginningWith(db, `w:${word}`)),
    beginningWith(db, `w:${longest}`),
  )
}

/** One payout can have several words with this beginning. */
function beginningWith(db: Kysely<Tables>, beginning: string) {
  return ids(db).where('term', '>=', beginning).where('term', '<', `${beginning}${lastCharacter}`)
}

function ids(db: Kysely<Tables>) {
  return db.selectFrom('search_terms').select('thing_id').distinct().where('kind', '=', 'payout')
}

/** No word has it, and every character stands before it in the order of bytes. */
const lastCharacter = '\u{10ffff}'

/** The ids are kept as a JSON list of texts; an id of ours has no character that `like` reads otherwise. */
function holding(personId: string): string {
  return `%"${personId}"%`
}

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
