import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

interface LastDestinations {
  readonly exportedAt: string
  /** The terms of where the money went; several payouts can have been exported at that moment. */
  readonly terms: readonly string[]
}

/** Where the money of the last exported payout to a beneficiary went; undefined when none was exported. */
export async function lastDestinations(
  db: Kysely<Tables>,
  beneficiaryId: string,
): Promise<LastDestinations | undefined> {
  const exported = db
    .selectFrom('payouts')
    .where('beneficiary_id', '=', beneficiaryId)
    .where('state', '=', 'exported')
    .where('erased_at', 'is', null)
  const { exportedAt } = await exported
    .select(({ fn }) => fn.max('exported_at').as('exportedAt'))
    .executeTakeFirstOrThrow()
  if (exportedAt === null) return undefined
  const rows = await exported
    .where('exported_at', '=', exportedAt)
    .innerJoin('search_terms', 'search_terms.thing_id', 'payouts.id')
    .where('search_terms.kind', '=', 'payout')
    .select('search_terms.term')
    .execute()
  return { exportedAt, terms: rows.map(({ term }) => term).filter((term) => term.startsWith('a:')) }
}

/** Whether money was sent before to each of these places, whoever was paid there. */
export async function wasPaidAt(db: Kysely<Tables>, destinations: readonly string[]): Promise<boolean> {
  for (const term of destinations) {
    const paid = await db
      .selectFrom('search_terms')
      .innerJoin('payouts', 'payouts.id', 'search_terms.thing_id')
      .select('payouts.id')
      .where('kind', '=', 'payout')
      .where('term', '=', term)
      .where('state', '=', 'exported')
      .limit(1)
      .executeTakeFirst()
    if (paid === undefined) return false
  }
  return true
}
