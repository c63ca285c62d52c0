import { type Compilable, type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Outcome } from '#shared/api/outcome.ts'
import type { Direction, PayoutSort, WarningFilter } from '#shared/api/payout-search.ts'
import { grades } from '#shared/api/warning.ts'
import { addedTotals, type Total } from '#shared/payout/totals.ts'
import { amountKey } from './entry-columns.ts'
import { isKept, keptSums } from './kept-sums.ts'
import { findPayouts, holding, type PayoutRow } from './payout-rows.ts'
import { partOfTotal, partsToSum, type Sum, sumsOfParts } from './payout-sums.ts'
import { type CountedText, countedText, says, searchesOf, thoseSaying } from './payout-text.ts'
import type { Tables } from './schema.ts'
import type { SearchText } from './search-terms.ts'

/** The column by which each order goes, before the id. */
const columns = {
  changed: 'updated_at',
  submitted: 'submitted_at',
  amount: 'amount_key',
  name: 'name_key',
} as const satisfies Record<PayoutSort, keyof PayoutRow>

/** Which payouts are meant; undefined: whichever. */
export interface PayoutFilter {
  readonly text?: SearchText | undefined
  readonly state?: PayoutRow['state'] | undefined
  readonly country?: string | undefined
  readonly beneficiaryId?: string | undefined
  readonly batchId?: string | undefined
  readonly exportId?: string | undefined
  /** Who entered it, sent it to review or decided about it. */
  readonly personId?: string | undefined
  /** Last changed from this time on, and before that one. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly warnings?: WarningFilter | undefined
  /** `none`: exported, and nothing was stated of it. */
  readonly outcome?: Outcome | 'none' | undefined
  /** Amounts in canonical decimal text. */
  readonly amount?: AmountFilter | undefined
  /** Whether those of batches are left out. */
  readonly isAlone?: boolean | undefined
  /** Somebody who has neither entered nor approved it. */
  readonly reviewableBy?: string | undefined
}

interface AmountFilter {
  readonly currencyCode: string
  readonly min?: string
  readonly max?: string
}

interface PayoutPage {
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
  filter: PayoutFilter,
  page: PayoutPage,
): Promise<readonly PayoutRow[]> {
  if (isHopeless(db, filter)) return []
  const counted = await countedFilter(db, filter)
  const ids = (await firstSaying(db, counted, page)) ?? (await payoutIds(db, counted, page))
  const byId = new Map((await findPayouts(db, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

interface CountedFilter extends PayoutFilter {
  readonly text?: CountedText | undefined
}

async function countedFilter(db: Kysely<Tables>, { text, ...filter }: PayoutFilter): Promise<CountedFilter> {
  return { ...filter, text: text && (await countedText(db, text)) }
}

async function payoutIds(db: Kysely<Tables>, filter: CountedFilter, page: PayoutPage): Promise<readonly string[]> {
  return (await payoutIdsQuery(db, filter, page).execute()).map(({ id }) => id)
}

/** Payouts are looked at in their order so many at a time, and so many in all. */
const lookedAtOnce = 300
const lookedAtMost = 1_500

/**
 * The ids of a page of a common text, from the payouts at the beginning of the order: gathering all that say it would take longer. Undefined where
 * the text is none, or not common there, as soon as it seems so.
 */
async function firstSaying(
  db: Kysely<Tables>,
  { text, ...filter }: CountedFilter,
  page: PayoutPage,
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
  { sort, direction, after, limit }: PayoutPage,
): PageQuery<Pick<PayoutRow, 'id'>> {
  const { [sort]: column } = columns
  return matching(db, filter, sort === 'amount' ? amountColumn : amountAside)
    .select('payouts.id')
    .$if(sort === 'submitted', (query) => query.where('payouts.submitted_at', 'is not', null))
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

interface PageQuery<Row> extends Compilable<Row> {
  execute(): Promise<readonly Row[]>
}

/** What all that match add up to. */
export async function sumPayouts(db: Kysely<Tables>, filter: PayoutFilter): Promise<readonly Total[]> {
  if (isHopeless(db, filter)) return []
  const sums = isKept(filter)
    ? await keptSums(db, filter)
    : await payoutSumsQuery(db, await countedFilter(db, filter)).execute()
  return addedTotals(sums.map(partOfTotal))
}

export function payoutSumsQuery(db: Kysely<Tables>, filter: CountedFilter): PageQuery<Sum> {
  const parts = matching(db, filter).select(partsToSum)
  return db.selectFrom(parts.as('parts')).select(sumsOfParts).groupBy(['currency', 'rest'])
}

function isHopeless(db: Kysely<Tables>, { text }: PayoutFilter): boolean {
  return text !== undefined && searchesOf(db, text).length === 0
}

const amountColumn = sql<string>`payouts.amount_key`

/** No index is of this: SQLite would look amounts up by theirs, and then read each row and sort them all. */
const amountAside = sql<string>`payouts.amount_key || ''`

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

type Payouts = ExpressionBuilder<Tables, 'payouts'>

function conditions(
  is: Payouts,
  {
    state,
    country,
    beneficiaryId,
    batchId,
    exportId,
    personId,
    from,
    to,
    warnings,
    outcome,
    isAlone,
    reviewableBy,
  }: PayoutFilter,
) {
  const isBy = (column: 'created_by' | 'submitted_by' | 'decided_by', id: string) => is(column, '=', id)
  return [
    ...(state === undefined ? [] : [is('state', '=', state)]),
    ...(country === undefined ? [] : [is('country', '=', country)]),
    ...(beneficiaryId === undefined ? [] : [is('beneficiary_id', '=', beneficiaryId)]),
    ...(batchId === undefined ? [] : [is('batch_id', '=', batchId)]),
    ...(exportId === undefined ? [] : [isOfExport(is, exportId)]),
    ...(outcome === undefined ? [] : [hasOutcome(is, outcome)]),
    ...(personId === undefined
      ? []
      : [is.or([isBy('created_by', personId), isBy('submitted_by', personId), isBy('decided_by', personId)])]),
    ...(from === undefined ? [] : [is('updated_at', '>=', from)]),
    ...(to === undefined ? [] : [is('updated_at', '<', to)]),
    ...(warnings === undefined ? [] : [hasWarnings(is, warnings)]),
    ...(isAlone === true ? [is('batch_id', 'is', null)] : []),
    ...(reviewableBy === undefined
      ? []
      : [is('entered_by', 'not like', holding(reviewableBy)), notApprovedBy(is, reviewableBy)]),
  ]
}

/** Of two approvals one alone leaves a payout in review, and its row says in clear whose that is. */
function notApprovedBy(is: Payouts, personId: string) {
  return is.or([is('approvals_count', '=', 0), is('decided_by', '!=', personId)])
}

function isOfExport(is: Payouts, exportId: string) {
  return is('payouts.id', 'in', is.selectFrom('export_payouts').select('payout_id').where('export_id', '=', exportId))
}

function hasOutcome(is: Payouts, outcome: Outcome | 'none') {
  if (outcome !== 'none') return is('outcome', '=', outcome)
  return is.and([is('state', '=', 'exported'), is('outcome', 'is', null)])
}

/** What is unconfirmed has a grade too. */
function hasWarnings(is: Payouts, warnings: WarningFilter) {
  if (warnings !== 'none') return is(`warnings_${warnings}`, '>', 0)
  return is.and(grades.map((grade) => is(`warnings_${grade}`, '=', 0)))
}

/** After the letters of a currency comes a digit, and a colon after all of them. */
function hasAmount(is: Payouts, { currencyCode, min, max }: AmountFilter, key: typeof amountColumn) {
  const least = min === undefined ? currencyCode : amountKey(currencyCode, min)
  return [
    is(key, '>=', least),
    max === undefined ? is(key, '<', `${currencyCode}:`) : is(key, '<=', amountKey(currencyCode, max)),
  ]
}
