import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'

/** What was stated of the payouts of a batch is counted by an index that holds nothing else, so that a batch without statements costs nothing. */
export async function batchOutcomesIndex(db: Kysely<Tables>): Promise<void> {
  await sql`create index payouts_batch_outcome on payouts (batch_id, outcome) where outcome is not null`.execute(db)
}
