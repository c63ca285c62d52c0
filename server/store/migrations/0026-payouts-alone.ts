import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'

/** Payouts that came by themselves, in the order of the review queue: those of batches, however many are in review, are passed over unread. */
export async function payoutsAloneIndex(db: Kysely<Tables>): Promise<void> {
  await sql`create index payouts_alone on payouts (state, submitted_at, id) where batch_id is null`.execute(db)
}
