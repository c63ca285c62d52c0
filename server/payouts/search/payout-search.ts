import type { Compilable, Kysely } from 'kysely'
import type { Direction, PayoutSort } from '#shared/api/payout-search.ts'
import { addedTotals, type Total } from '#shared/payout/totals.ts'
import { findPayouts, type PayoutRow } from '../../entry/payout-rows.ts'
import type { SearchText } from '../../search/search-terms.ts'
import type { Tables } from '../../store/schema.ts'
import { isKept, keptSums } from './kept-sums.ts'
import { amountAside, amountColumn, conditions, hasAmount, type PayoutFilter } from './payout-filter.ts'
import { partOfTotal, partsToSum, type Sum, sumsOfParts } from './payout-sums.ts'
import {
  type CountedText,
  countedInAll,
  countedJointly,
  countedText,
  says,
  searchesOf,
  thoseSaying,
} from './payout-text.ts'
import { narrowedReviewer } from './review-narrowing.ts'
import { sumsWithinLimits } from './sums-within-limits.ts'

/** The column by which each order goes, before the id. */
const columns = {
  changed: 'updated_at',
  submitted: 'submitted_at',
  amount: 'amount_key',
  name: 'name_key',
} as const satisfies Record<PayoutSort, keyof PayoutRow>

interface PayoutPageQuery {
  readonly sort: PayoutSort
  readonly direction: Direction
  /** The last one of the page before: what it is sorted by, and its id. */
  readonly after: { readonly key: string; readonly id: string } | undefined
  readonly limit: number
}

/** What a payout is sorted by, as a cursor repeats it. */
export function sortKeyOf(row: PayoutRow, sort: PayoutSort): string {
  return row[columns[sort]] ?? ''
}

/** One page of payouts, in the order that is asked for. */
export async function searchPayouts(
  db: Kysely<Tables>,
  given: PayoutFilter,
  page: PayoutPageQuery,
): Promise<readonly PayoutRow[]> {
  const filter = await narrowed(db, given)
  if (filter === undefined) return []
  const counted = await countedFilter(db, filter, countedText)
  const first = await firstSaying(db, counted, page)
  const ids = first ?? (await payoutIds(db, await countedFilter(db, counted, countedJointly), page))
  const byId = new Map((await findPayouts(db, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

interface CountedFilter extends PayoutFilter {
  readonly text?: CountedText | undefined
}

async function countedFilter<Text extends SearchText>(
  db: Kysely<Tables>,
  { text, ...filter }: PayoutFilter & { readonly text?: Text | undefined },
  count: (db: Kysely<Tables>, text: Text) => Promise<CountedText>,
): Promise<CountedFilter> {
  return { ...filter, text: text && (await count(db, text)) }
}

async function payoutIds(db: Kysely<Tables>, filter: CountedFilter, page: PayoutPageQuery): Promise<readonly string[]> {
  return (await payoutIdsQuery(db, filter, page).execute()).map(({ id }) => id)
}

/** How many payouts are looked at in their order at a time, and in all. */
const lookedAtOnce = 300
const lookedAtMost = 1_500

/**
 * The ids of a page of a common text, from the payouts at the beginning of the order: gathering all that say it would take longer. Undefined where
 * the text is none, or not common there, as soon as it seems so.
 */
async function firstSaying(
  db: Kysely<Tables>,
  { text, ...filter }: CountedFilter,
  page: PayoutPageQuery,
): Promise<readonly string[] | undefined> {
  if (!text?.isCommon) return undefined
  const candidates = await payoutIds(db, filter, { ...page, limit: lookedAtMost })
  const isAll = candidates.length < lookedAtMost
  const found: string[] = []
  for (let from = 0; from < candidates.length && found.length < page.limit; from += lookedAtOnce) {
    const some = candidates.slice(from, from + lookedAtOnce)
    const saying = await thoseSaying(db, text, some)
    found.push(...some.filter((id) => saying.has(id)))
    const expected = (found.length * lookedAtMost) / (from + lookedAtOnce)
    if (!isAll && expected < page.limit) return undefined
  }
  return found.slice(0, page.limit)
}

/**
 * The query of the ids of one page: an index of its order knows all but what review asks for, so that a rare filter reads no row that does not
 * match. A rare text is looked up first: that reads few payouts, not all in their order until a page is full.
 */
export function payoutIdsQuery(
  db: Kysely<Tables>,
  filter: CountedFilter,
  { sort, direction, after, limit }: PayoutPageQuery,
): PayoutRowsQuery<Pick<PayoutRow, 'id'>> {
  const { [sort]: column } = columns
  const { upTo } = filter.reviewableBy ?? {}
  return matching(db, filter, sort === 'amount' ? amountColumn : amountAside)
    .select('payouts.id')
    .$if(sort === 'submitted', (query) => query.where('payouts.submitted_at', 'is not', null))
    .$if(sort === 'amount' && upTo !== undefined, (query) => query.where('payouts.amount_key', '<=', upTo ?? ''))
    .$if(after !== undefined, (query) =>
      query.where((is) =>
        is(
          is.refTuple(`payouts.${column}`, 'payouts.id'),
          direction === 'asc' ? '>' : '<',
          is.tuple(after?.key ?? '', after?.id ?? ''),
        ),
      ),
    )
    .orderBy(`payouts.${column}`, direction)
    .orderBy('payouts.id', direction)
    .limit(limit)
}

interface PayoutRowsQuery<Row> extends Compilable<Row> {
  execute(): Promise<readonly Row[]>
}

/** What all that match add up to. */
export async function sumPayouts(db: Kysely<Tables>, given: PayoutFilter): Promise<readonly Total[]> {
  const filter = await narrowed(db, given)
  if (filter === undefined) return []
  const sums = isKept(filter)
    ? await keptSums(db, filter)
    : ((await sumsWithinLimits(db, filter)) ??
      (await payoutSumsQuery(db, await countedFilter(db, filter, countedInAll)).execute()))
  return addedTotals(sums.map(partOfTotal))
}

export function payoutSumsQuery(db: Kysely<Tables>, filter: CountedFilter): PayoutRowsQuery<Sum> {
  const parts = matching(db, filter).select(partsToSum)
  return db.selectFrom(parts.as('parts')).select(sumsOfParts).groupBy(['currency', 'rest'])
}

/** Undefined where nothing can match. */
async function narrowed(db: Kysely<Tables>, filter: PayoutFilter): Promise<PayoutFilter | undefined> {
  if (isHopeless(filter)) return undefined
  if (filter.reviewableBy === undefined || filter.state !== 'in_review') return filter
  const reviewableBy = await narrowedReviewer(db, filter.reviewableBy)
  return reviewableBy && { ...filter, reviewableBy }
}

function isHopeless({ text }: PayoutFilter): boolean {
  return text !== undefined && text.words.length + text.terms.length + text.reference.length === 0
}

/** All payouts that match. */
function matching(db: Kysely<Tables>, filter: CountedFilter, amountKeys = amountColumn) {
  return candidates(db, filter.text).where((is) =>
    is.and([
      ...conditions(is, filter),
      ...(filter.amount === undefined ? [] : hasAmount(is, filter.amount, amountKeys)),
    ]),
  )
}

/** All payouts, or those that say a text. SQLite takes the parts of a cross join in their order. */
function candidates(db: Kysely<Tables>, text: CountedText | undefined) {
  if (text?.isCommon) return db.selectFrom('payouts').where((is) => says(is, db, text))
  const [first, ...others] = text === undefined ? [] : searchesOf(db, text)
  if (first === undefined) return db.selectFrom('payouts')
  const found = others.reduce((all, search) => all.union(search), first)
  return db
    .selectFrom(found.as('found'))
    .crossJoin('payouts')
    .where((is) => is('payouts.id', '=', is.ref('found.thing_id')))
}
