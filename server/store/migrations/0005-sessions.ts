import { type Kysely, sql } from 'kysely'
import type { Kind } from '../database-kind.ts'
import type { Tables } from '../schema.ts'
import { text } from './0001-first.ts'

/** Why a session was over then; 0012 made the table again. */
const ends = ['signed_out', 'replaced', 'idle', 'expired', 'key_rotated', 'restored']

/** What browsers hold to say who works there; before, the cookie named the person itself. */
export async function sessionsTable(db: Kysely<Tables>, kind: Kind): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', text(kind), (column) => column.primaryKey().notNull())
    .addColumn('person_id', text(kind), (column) => column.notNull().references('people.id'))
    .addColumn('created_at', text(kind), (column) => column.notNull())
    .addColumn('last_used_at', text(kind), (column) => column.notNull())
    .addColumn('idle_ends_at', text(kind), (column) => column.notNull())
    .addColumn('ends_at', text(kind), (column) => column.notNull())
    .addColumn('ended_at', text(kind))
    .addColumn('ended_why', text(kind), (column) =>
      column.check(sql`ended_why in (${sql.join(ends.map((why) => sql.lit(why)))})`),
    )
    .execute()
  await db.schema.createIndex('sessions_idle_ends_at').on('sessions').column('idle_ends_at').execute()
}
