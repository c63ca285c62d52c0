import type { Kysely } from 'kysely'
import { addTo, groupedBy, rowsOfKeys } from '../store/by-keys.ts'
import type { Tables } from '../store/schema.ts'

interface Holder {
  readonly id: string
  /** Which of the terms it has. */
  readonly terms: readonly string[]
}

/** Which beneficiaries have certain search terms: those that were looked up, and those that were added since. */
export interface TermHolders {
  /** The beneficiaries that have any of the terms, but for one. At most fifty, always the same ones. */
  of(terms: readonly string[], but: string | undefined): readonly Holder[]
  add(id: string, terms: readonly string[]): void
}

/** More than a person compares. */
const mostHolders = 50

export async function findTermHolders(db: Kysely<Tables>, terms: readonly string[]): Promise<TermHolders> {
  // Of each term one more, as one can be the one that is left out: who is among the first of all is among the first of each.
  const rows = await rowsOfKeys(terms, (some) => {
    const ranked = db
      .selectFrom('search_terms')
      .select(['thing_id', 'term'])
      .select(({ fn }) =>
        fn
          .agg<number>('row_number')
          .over((over) => over.partitionBy('term').orderBy('thing_id'))
          .as('place'),
      )
      .where('kind', '=', 'beneficiary')
      .where('term', 'in', some)
    return db
      .selectFrom(ranked.as('ranked'))
      .select(['thing_id', 'term'])
      .where('place', '<=', mostHolders + 1)
      .execute()
  })
  const byTerm = groupedBy(rows, ({ term }) => term)
  return {
    of(wanted, but) {
      const found = wanted.flatMap((term) => byTerm.get(term) ?? []).filter(({ thing_id }) => thing_id !== but)
      const termsOf = groupedBy(found, ({ thing_id }) => thing_id)
      const ids = [...termsOf.keys()].toSorted().slice(0, mostHolders)
      return ids.map((id) => ({ id, terms: (termsOf.get(id) ?? []).map(({ term }) => term) }))
    },
    add: (id, added) => {
      for (const term of new Set(added)) addTo(byTerm, term, { thing_id: id, term })
    },
  }
}
