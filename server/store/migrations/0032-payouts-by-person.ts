import type { Kysely } from 'kysely'
import type { Kind } from '../database-kind.ts'
import type { Tables } from '../schema.ts'

/**
 * What somebody had a part in, where that is little: an index of each order is read from end to end to find it. Only PostgreSQL knows whether it
 * is: SQLite would take everybody for somebody with an even share, and goes through an index of 100,000 in 10 ms.
 */
export async function payoutsByPersonIndexes(db: Kysely<Tables>, kind: Kind): Promise<void> {
  if (kind === 'sqlite') return
  for (const column of ['created_by', 'submitted_by', 'decided_by'])
    await db.schema.createIndex(`payouts_${column}`).on('payouts').column(column).execute()
}
