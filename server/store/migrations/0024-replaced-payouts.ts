import { type Kysely, sql } from 'kysely'
import type { Kind } from '../database-kind.ts'
import type { Tables } from '../schema.ts'
import { text } from './0001-first.ts'

/** Which refused payout another one pays in its place: at most one does. */
export async function replacedPayouts(db: Kysely<Tables>, kind: Kind): Promise<void> {
  await db.schema
    .alterTable('payouts')
    .addColumn('replaces_id', text(kind), (column) => column.references('payouts.id'))
    .execute()
  await sql`create unique index payouts_replaces_key on payouts (replaces_id) where replaces_id is not null`.execute(db)
}
