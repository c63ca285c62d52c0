import { type Kysely, sql } from 'kysely'
import type { Kind } from '../database-kind.ts'
import type { Tables } from '../schema.ts'

/**
 * Payouts in the order of the review queue, with all that lists filter by and who may not approve them: SQLite read and sorted all of a state.
 * PostgreSQL goes through the index of the order. Those that were never submitted stand in none of it, so that saving a file of drafts writes none.
 */
export async function reviewQueueIndex(db: Kysely<Tables>, kind: Kind): Promise<void> {
  if (kind === 'postgres') return
  await sql`
    create index payouts_state_submitted on payouts (
      state, submitted_at, id, entered_by, approvals_count, decided_by, country, updated_at, amount_key, created_by, submitted_by,
      warnings_compliance, warnings_serious, warnings_minor, warnings_unconfirmed
    ) where submitted_at is not null`.execute(db)
}
