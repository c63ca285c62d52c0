import { type Compilable, type Kysely, sql } from 'kysely'
import { beginning, type SearchText } from '../search/search-terms.ts'
import { rowsOfKeys } from '../store/by-keys.ts'
import type { Tables } from '../store/schema.ts'

export type BeneficiaryRow = Tables['beneficiaries']

/** What an update sets; the version it counts itself. */
export type BeneficiaryChanges = Partial<Omit<BeneficiaryRow, 'id' | 'version'>>

export function findBeneficiary(db: Kysely<Tables>, id: string): Promise<BeneficiaryRow | undefined> {
  return db.selectFrom('beneficiaries').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The beneficiaries of these ids, in no order. */
export function findBeneficiaries(db: Kysely<Tables>, ids: readonly string[]): Promise<readonly BeneficiaryRow[]> {
  return rowsOfKeys(ids, (some) => db.selectFrom('beneficiaries').selectAll().where('id', 'in', some).execute())
}

/** The beneficiaries that were entered from these unfinished forms, or rows of sheets. */
export function beneficiariesOfDrafts(
  db: Kysely<Tables>,
  draftIds: readonly string[],
): Promise<readonly BeneficiaryRow[]> {
  return rowsOfKeys(draftIds, (some) =>
    db.selectFrom('beneficiaries').selectAll().where('draft_id', 'in', some).execute(),
  )
}

/** Makes the next version of a beneficiary; false where the version named is not the newest, and then nothing has changed. */
export async function updateBeneficiary(
  db: Kysely<Tables>,
  { id, version }: { readonly id: string; readonly version: number },
  changes: BeneficiaryChanges,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('beneficiaries')
    .set({ ...changes, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Saves when they were last paid. The version stays, as nothing was edited. */
export async function setLastPayout(db: Kysely<Tables>, ids: readonly string[], at: string): Promise<void> {
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    await db
      .updateTable('beneficiaries')
      .set({ last_payout_at: at })
      .where('id', 'in', ids.slice(from, from + idsAtOnce))
      .execute()
  }
}

/** When beneficiaries were last paid, according to their payouts. */
export async function resetLastPayout(db: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('beneficiaries')
    .set(({ selectFrom }) => ({
      last_payout_at: selectFrom('payouts')
        .select((payouts) => payouts.fn.max('exported_at').as('at'))
        .whereRef('payouts.beneficiary_id', '=', 'beneficiaries.id')
        .where('payouts.state', '=', 'exported'),
    }))
    .where('id', 'in', ids)
    .execute()
}

const idsAtOnce = 500

/** How many beneficiaries can be paid. */
export async function countActiveBeneficiaries(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('beneficiaries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow()
  return count
}

export interface BeneficiaryFilter {
  /** Undefined for all. */
  readonly text: SearchText | undefined
  readonly country: string | undefined
  readonly status: BeneficiaryRow['status'] | undefined
  /** Whose beneficiaries are left out, unless a text is searched. */
  readonly notEnteredBy?: readonly string[] | undefined
  /** The last one of the page before. */
  readonly after: { readonly nameKey: string; readonly id: string } | undefined
  readonly limit: number
}

/** Longer beginnings have no term of their own: these few letters find so few that the rest is read in their names. */
const longestTerm = 12

/**
 * A term for each beginning of each word. Under one term the index holds its beneficiaries in the order of names, so that a page is read
 * from it without looking at all who match.
 */
export function beginningTerms(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => Array.from(beginning(word, longestTerm)).map((_, i) => `p:${beginning(word, i + 1)}`))
}

/** One page in the order of names. */
export async function findBeneficiaryRows(
  db: Kysely<Tables>,
  filter: BeneficiaryFilter,
): Promise<readonly BeneficiaryRow[]> {
  const { text } = filter
  const isHopeless = text !== undefined && text.words.length === 0 && text.terms.length === 0
  return isHopeless ? [] : await pageQuery(db, filter).execute()
}

/** The query of one page. Which rows it holds, an index answers alone, however many match. */
export function pageQuery(db: Kysely<Tables>, filter: BeneficiaryFilter): BeneficiaryRowsQuery {
  return filter.text === undefined ? everybody(db, filter) : byTerms(db, filter, filter.text)
}

interface BeneficiaryRowsQuery extends Compilable<BeneficiaryRow> {
  execute(): Promise<readonly BeneficiaryRow[]>
}

/** Rows after the one given, in the order of names. */
function everybody(db: Kysely<Tables>, { country, status, notEnteredBy = [], after, limit }: BeneficiaryFilter) {
  return db
    .selectFrom('beneficiaries')
    .selectAll()
    .$if(country !== undefined, (query) => query.where('country', '=', country ?? ''))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'active'))
    .$if(notEnteredBy.length > 0, (query) => query.where('created_by', 'not in', notEnteredBy))
    .$if(after !== undefined, (query) =>
      query.where((eb) => eb(eb.refTuple('name_key', 'id'), '>', eb.tuple(after?.nameKey ?? '', after?.id ?? ''))),
    )
    .orderBy('name_key')
    .orderBy('id')
    .limit(limit)
}

function byTerms(db: Kysely<Tables>, filter: BeneficiaryFilter, { words, terms }: SearchText) {
  const ofTerms = indexPlace(db, filter).where('term', 'in', terms)
  const ofWords = withWords(db, filter, words)
  const found = words.length === 0 ? ofTerms : terms.length === 0 ? ofWords : ofWords.union(ofTerms)
  const page = db
    .selectFrom(found.as('found'))
    .select(['found.sort_key', 'found.thing_id'])
    .orderBy('found.sort_key')
    .orderBy('found.thing_id')
    .limit(filter.limit)
  return db
    .selectFrom(page.as('page'))
    .innerJoin('beneficiaries', 'beneficiaries.id', 'page.thing_id')
    .selectAll('beneficiaries')
    .orderBy('page.sort_key')
    .orderBy('page.thing_id')
}

/** Those who have a word for each of these: the longest finds them, the others are looked for in their names. */
function withWords(db: Kysely<Tables>, filter: BeneficiaryFilter, words: readonly string[]) {
  const [longest = '', ...others] = words
  const term = beginning(longest, longestTerm)
  const entries = indexPlace(db, filter).where('term', '=', `p:${term}`)
  return [...(term === longest ? [] : [longest]), ...others].reduce(
    (found, word) => found.where(hasWord(word)),
    entries,
  )
}

/** Whether a word of the folded name begins so. Both databases have `replace`; unlike `like` it knows no signs. */
function hasWord(word: string) {
  return sql<boolean>`replace(' ' || sort_key, ${` ${word}`}, '') <> ' ' || sort_key`
}

function indexPlace(db: Kysely<Tables>, { country, status, after }: BeneficiaryFilter) {
  return db
    .selectFrom('search_terms')
    .select(['sort_key', 'thing_id'])
    .where('kind', '=', 'beneficiary')
    .$if(country !== undefined, (query) => query.where('country', '=', country ?? ''))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('sort_key', 'thing_id'), '>', eb.tuple(after?.nameKey ?? '', after?.id ?? '')),
      ),
    )
}
