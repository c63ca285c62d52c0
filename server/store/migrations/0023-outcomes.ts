import { type Kysely, sql } from 'kysely'
import type { Kind } from '../database-kind.ts'
import type { Tables } from '../schema.ts'
import { text } from './0001-first.ts'

/** What became of exported payouts, as people and programs state it, and what lists are filtered by of that. */
export async function outcomesTable(db: Kysely<Tables>, kind: Kind): Promise<void> {
  await db.schema
    .createTable('outcomes')
    .addColumn('id', text(kind), (column) => column.primaryKey().notNull())
    .addColumn('payout_id', text(kind), (column) => column.notNull().references('payouts.id'))
    .addColumn('outcome', text(kind), (column) => column.notNull().check(sql`outcome in ('paid', 'refused')`))
    .addColumn('source', text(kind), (column) => column.notNull().check(sql`source in ('hand', 'file', 'api')`))
    .addColumn('facts_encrypted', text(kind))
    .addColumn('statement_hash', text(kind), (column) => column.notNull())
    .addColumn('stated_at', text(kind), (column) => column.notNull())
    .addColumn('stated_by', text(kind), (column) => column.notNull().references('people.id'))
    .execute()
  await db.schema
    .createIndex('outcomes_statement_key')
    .unique()
    .on('outcomes')
    .columns(['payout_id', 'statement_hash'])
    .execute()
  await db.schema.alterTable('payouts').addColumn('outcome', text(kind)).execute()
  await sql`
    create index payouts_outcome on payouts (outcome, updated_at, id, batch_id, state) where outcome is not null`.execute(
    db,
  )
}
