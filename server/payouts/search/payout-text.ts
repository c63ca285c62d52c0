import { type ExpressionBuilder, type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { amountKey } from '../../entry/entry-columns.ts'
import type { SearchText } from '../../search/search-terms.ts'
import type { Tables } from '../../store/schema.ts'
import { amountAside } from './payout-filter.ts'

/** A word, a number or the beginning of a reference is common when this many payouts have it. */
const common = 2_000

/** All that say a text are as quickly looked up as found along an index where they are so many. */
const commonInAll = 10_000

/** A text with its rarest word first. */
export interface CountedText extends SearchText {
  /** Whether many have the rarest of its words. */
  readonly areWordsCommon: boolean
  /** Whether more payouts may say it than are quickly looked up. */
  readonly isCommon: boolean
}

/** Counts how many say what a text asks for, as far as that matters. What a database estimates can be a thousand times too few. */
export async function countedText(db: Kysely<Tables>, text: SearchText): Promise<CountedText> {
  const counted = text.words.map(async (word) => ({ word, count: await countOf(db, beginningWith(db, `w:${word}`)) }))
  const words = (await Promise.all(counted)).toSorted((a, b) => a.count - b.count)
  const areWordsCommon = (words[0]?.count ?? 0) >= common
  const isCommon = areWordsCommon || (await isAnyCommon(db, withoutWords(db, text)))
  return { ...text, words: words.map(({ word }) => word), areWordsCommon, isCommon }
}

/** The same, where few may have words together that many have: to tell that, all who have the rarest may have to be read. */
export async function countedJointly(db: Kysely<Tables>, text: CountedText): Promise<CountedText> {
  const isToTell = text.areWordsCommon && text.words.length > 1
  return isToTell ? { ...text, isCommon: await isAnyCommon(db, waysToSay(db, text)) } : text
}

/** Counts for all that say a text: no page is full before. */
export async function countedInAll(db: Kysely<Tables>, text: SearchText): Promise<CountedText> {
  const counted = await countedText(db, text)
  if (!counted.isCommon) return counted
  return { ...counted, isCommon: await isAnyCommon(db, waysToSay(db, counted), commonInAll) }
}

async function isAnyCommon(db: Kysely<Tables>, ways: readonly PayoutIdsQuery[], many = common): Promise<boolean> {
  const counts = await Promise.all(ways.map((found) => countOf(db, found, many)))
  return counts.some((count) => count >= many)
}

type PayoutIdsQuery = SelectQueryBuilder<Tables, 'search_terms' | 'payouts', { thing_id: string }>

async function countOf(db: Kysely<Tables>, found: PayoutIdsQuery, most = common): Promise<number> {
  const { count } = await db
    .selectFrom(found.limit(most).as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The ids of those that say a text, each way by itself: of a rare one they are few. */
export function searchesOf(db: Kysely<Tables>, text: Omit<CountedText, 'isCommon'>) {
  // One payout can have several words with this beginning.
  return waysToSay(db, text).map((found) => found.distinct())
}

/** Each way that a text can mean a payout: all words of the name, an amount, a number, the beginning of the reference. */
function waysToSay(db: Kysely<Tables>, text: Omit<CountedText, 'isCommon'>): readonly PayoutIdsQuery[] {
  return [...(text.words.length === 0 ? [] : [withWords(db, text)]), ...withoutWords(db, text)]
}

/** An amount, a number, or the beginning of the reference. */
function withoutWords(db: Kysely<Tables>, text: SearchText): readonly PayoutIdsQuery[] {
  const keys = amountKeysOf(text)
  const ofAmount = db.selectFrom('payouts').select('payouts.id as thing_id').where('payouts.amount_key', 'in', keys)
  return [...(keys.length === 0 ? [] : [ofAmount]), ...byTerms(db, text)]
}

/** The keys of the amounts that a text can be. */
function amountKeysOf({ amounts: { decimals, currencies } }: SearchText): readonly string[] {
  return currencies.flatMap((currency) => decimals.map((decimal) => amountKey(currency, decimal)))
}

function byTerms(db: Kysely<Tables>, { terms, reference }: SearchText): readonly PayoutIdsQuery[] {
  return [
    ...(terms.length === 0 ? [] : [ids(db).where('term', 'in', terms)]),
    ...(reference === '' ? [] : [beginningWith(db, `r:${reference}`)]),
  ]
}

/**
 * The rarest word finds them. Where few have it, each is asked for the others: as a number, so that no database reads all that have those. Else
 * those are gathered.
 */
function withWords(
  db: Kysely<Tables>,
  { words: [rarest = '', ...others], areWordsCommon }: Omit<CountedText, 'isCommon'>,
) {
  const found = beginningWith(db, `w:${rarest}`)
  return others.reduce(
    (some, word) =>
      some.where((is) =>
        areWordsCommon
          ? is(is('search_terms.thing_id', 'in', beginningWith(db, `w:${word}`)), 'is', is.lit(true))
          : is(countOfOwn(db, word), '>', 0),
      ),
    found,
  )
}

/** How many terms with this beginning the payout of another term has. */
function countOfOwn(db: Kysely<Tables>, word: string) {
  return db
    .selectFrom('search_terms as own')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('own.kind', '=', 'payout')
    .where('own.thing_id', '=', sql.ref<string>('search_terms.thing_id'))
    .where(begins(sql`own.term || ''`, `w:${word}`))
}

/**
 * Whether a payout that comes by in its order says a common text. The ids of all that do are gathered once: a mere `in` the databases may take
 * for a list of payouts to look up one by one.
 */
export function says(is: ExpressionBuilder<Tables, 'payouts'>, db: Kysely<Tables>, text: SearchText) {
  const isAmong = (found: PayoutIdsQuery) => is('payouts.id', 'in', found)
  const words = text.words.map((word) => isAmong(beginningWith(db, `w:${word}`)))
  const keys = amountKeysOf(text)
  const ways = [
    ...(words.length === 0 ? [] : [is.and(words)]),
    ...(keys.length === 0 ? [] : [is(amountAside, 'in', keys)]),
    ...byTerms(db, text).map(isAmong),
  ]
  return is(is.or(ways), 'is', is.lit(true))
}

/** Which of these payouts say it. */
export async function thoseSaying(
  db: Kysely<Tables>,
  text: SearchText,
  payoutIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { words, terms, reference } = text
  const rows = await termsSaidQuery(db, text, payoutIds).execute()
  const ofAmount = await amountsSaid(db, text, payoutIds)
  const termsOf = new Map<string, string[]>(payoutIds.map((id) => [id, []]))
  for (const { thing_id, term } of rows) termsOf.get(thing_id)?.push(term)
  const isSaying = (id: string) => {
    const own = termsOf.get(id) ?? []
    const hasAll = words.length > 0 && words.every((word) => own.some((term) => term.startsWith(`w:${word}`)))
    return (
      hasAll ||
      ofAmount.has(id) ||
      own.some((term) => terms.includes(term) || (reference !== '' && term.startsWith(`r:${reference}`)))
    )
  }
  return new Set(payoutIds.filter(isSaying))
}

/** Which of these payouts have an amount that a text can be. */
async function amountsSaid(
  db: Kysely<Tables>,
  text: SearchText,
  payoutIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const keys = amountKeysOf(text)
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('payouts')
    .select('id')
    .where('id', 'in', payoutIds)
    .where(amountAside, 'in', keys)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Which of the terms of these payouts a text asks for, of all terms that each has: PostgreSQL, which takes every beginning of a word for a rare
 * one, would read all payouts with that word, once for each of these. SQLite takes the parts of a cross join in their order.
 */
export function termsSaidQuery(
  db: Kysely<Tables>,
  { words, terms, reference }: SearchText,
  payoutIds: readonly string[],
) {
  const beginnings = [...words.map((word) => `w:${word}`), ...(reference === '' ? [] : [`r:${reference}`])]
  return db
    .selectFrom('payouts')
    .crossJoin('search_terms')
    .select(['search_terms.thing_id', 'search_terms.term'])
    .where('payouts.id', 'in', payoutIds)
    .where('search_terms.kind', '=', 'payout')
    .whereRef('search_terms.thing_id', '=', 'payouts.id')
    .where((is) =>
      is.or([
        ...beginnings.map((beginning) => begins(termAside, beginning)),
        ...terms.map((term) => is(termAside, '=', term)),
      ]),
    )
}

/** No index is of this. */
const termAside = sql<string>`search_terms.term || ''`

function beginningWith(db: Kysely<Tables>, beginning: string) {
  return ids(db).where(begins(sql`search_terms.term`, beginning))
}

function ids(db: Kysely<Tables>) {
  return db.selectFrom('search_terms').select('thing_id').where('kind', '=', 'payout')
}

function begins(term: RawBuilder<unknown>, beginning: string) {
  return sql<boolean>`(${term} >= ${beginning} and ${term} < ${beginning + lastCharacter})`
}

/** No word contains it, and in byte order it comes after every other character. */
const lastCharacter = '\u{10ffff}'
