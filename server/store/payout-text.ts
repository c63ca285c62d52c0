import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Tables } from './schema.ts'
import type { SearchText } from './search-terms.ts'

/** A text that this many payouts or more say is a common one. */
const common = 2_000

/** Each way that a text can mean a payout: all words of the name, a number, the beginning of the reference. */
export function searchesOf(db: Kysely<Tables>, { words, terms, reference }: SearchText) {
  return [
    ...(words.length === 0 ? [] : [withWords(db, words)]),
    ...(terms.length === 0 ? [] : [ids(db).where('term', 'in', terms)]),
    ...(reference === '' ? [] : [beginningWith(db, `r:${reference}`)]),
  ]
}

/** Whether more payouts may say it than are quickly read: of several words, the rarest tells. */
export async function isCommon(db: Kysely<Tables>, text: SearchText): Promise<boolean> {
  const counted = await Promise.all([rarest(db, beginningsOf(text.words)), rarest(db, referencesOf(text.reference))])
  return counted.some((count) => count >= common)
}

/** Which of these payouts say it. */
export async function thoseSaying(
  db: Kysely<Tables>,
  text: SearchText,
  payoutIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { words, terms, reference } = text
  const rows = await termsSaidQuery(db, text, payoutIds).execute()
  const termsOf = new Map<string, string[]>(payoutIds.map((id) => [id, []]))
  for (const { thing_id, term } of rows) termsOf.get(thing_id)?.push(term)
  const says = (id: string) => {
    const own = termsOf.get(id) ?? []
    const hasAll = words.length > 0 && words.every((word) => own.some((term) => term.startsWith(`w:${word}`)))
    return hasAll || own.some((term) => terms.includes(term) || (reference !== '' && term.startsWith(`r:${reference}`)))
  }
  return new Set(payoutIds.filter(says))
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
  const beginnings = [...beginningsOf(words), ...referencesOf(reference)]
  return db
    .selectFrom('payouts')
    .crossJoin('search_terms')
    .select(['search_terms.thing_id', 'search_terms.term'])
    .where('payouts.id', 'in', payoutIds)
    .where('search_terms.kind', '=', 'payout')
    .whereRef('search_terms.thing_id', '=', 'payouts.id')
    .where((is) =>
      is.or([
        ...beginnings.map((beginning) => begins(is, beginning, termAside)),
        ...terms.map((term) => is(termAside, '=', term)),
      ]),
    )
}

/** No index is of this. */
const termAside = sql<string>`search_terms.term || ''`

function beginningsOf(words: readonly string[]): readonly string[] {
  return words.map((word) => `w:${word}`)
}

function referencesOf(reference: string): readonly string[] {
  return reference === '' ? [] : [`r:${reference}`]
}

/** How many payouts have the rarest of these, as far as that is counted. */
async function rarest(db: Kysely<Tables>, beginnings: readonly string[]): Promise<number> {
  const counts = await Promise.all(
    beginnings.map((beginning) =>
      db
        .selectFrom(beginningTerms(db, beginning).limit(common).as('some'))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    ),
  )
  return counts.length === 0 ? 0 : Math.min(...counts.map(({ count }) => count))
}

/** Each set is read once, whatever PostgreSQL believes how large it is. */
function withWords(db: Kysely<Tables>, [first = '', ...others]: readonly string[]) {
  return others.reduce(
    (found, word) => found.intersect(beginningWith(db, `w:${word}`)),
    beginningWith(db, `w:${first}`),
  )
}

/** One payout can have several words with this beginning. */
function beginningWith(db: Kysely<Tables>, beginning: string) {
  return beginningTerms(db, beginning).distinct()
}

function beginningTerms(db: Kysely<Tables>, beginning: string) {
  return ids(db).where((is) => begins(is, beginning))
}

function ids(db: Kysely<Tables>) {
  return db.selectFrom('search_terms').select('thing_id').where('kind', '=', 'payout')
}

function begins(is: Terms, beginning: string, term = termColumn) {
  return is.and([is(term, '>=', beginning), is(term, '<', `${beginning}${lastCharacter}`)])
}

type Terms = ExpressionBuilder<Tables, 'search_terms'>

const termColumn = sql<string>`search_terms.term`

/** No word has it, and every character stands before it in the order of bytes. */
const lastCharacter = '\u{10ffff}'
