import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'
import type { SearchKind } from './search-terms.ts'

interface Holder {
  readonly id: string
  /** Which of the terms it has. */
  readonly terms: readonly string[]
}

/** More than a person compares. */
const mostHolders = 50

/** The things that have any of the terms, but for one; or that one alone. At most fifty, always the same ones. */
export async function termHolders(
  db: Kysely<Tables>,
  kind: SearchKind,
  terms: readonly string[],
  { but, only }: { readonly but?: string | undefined; readonly only?: string | undefined },
): Promise<readonly Holder[]> {
  if (terms.length === 0) return []
  const ids = db
    .selectFrom('search_terms')
    .select('thing_id')
    .distinct()
    .where('kind', '=', kind)
    .where('term', 'in', terms)
    .$if(but !== undefined, (query) => query.where('thing_id', '!=', but ?? ''))
    .$if(only !== undefined, (query) => query.where('thing_id', '=', only ?? ''))
    .orderBy('thing_id')
    .limit(mostHolders)
  const rows = await db
    .selectFrom('search_terms')
    .select(['thing_id', 'term'])
    .where('kind', '=', kind)
    .where('term', 'in', terms)
    .where('thing_id', 'in', ids)
    .orderBy('thing_id')
    .execute()
  const found = [...new Set(rows.map(({ thing_id }) => thing_id))]
  return found.map((id) => ({ id, terms: rows.filter((row) => row.thing_id === id).map(({ term }) => term) }))
}
