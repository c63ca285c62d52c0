import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

/** How many beneficiaries can be paid. */
export async function countActiveBeneficiaries(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('beneficiaries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow()
  return count
}

/** How many forms a person has not finished. */
export async function countDrafts(db: Kysely<Tables>, personId: string): Promise<number> {
  const { count } = await db
    .selectFrom('drafts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return count
}
