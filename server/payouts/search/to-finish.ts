import type { Kysely } from 'kysely'
import type { Tables } from '../../store/schema.ts'

/** More are shown as so many and more. */
const most = 1_000

/** How many payouts that a person entered wait for them: drafts, and those that were returned. */
export async function countToFinish(db: Kysely<Tables>, personId: string): Promise<number> {
  const own = db
    .selectFrom('payouts')
    .select('id')
    .where('state', 'in', ['draft', 'returned'])
    .where('created_by', '=', personId)
    .limit(most)
  const { count } = await db
    .selectFrom(own.as('own'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
