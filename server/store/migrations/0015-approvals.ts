import { type Kysely, sql } from 'kysely'
import type { Kind } from '../database-kind.ts'
import type { Tables } from '../schema.ts'
import { text } from './0001-first.ts'

/** Who approved a payout and how many must, and the policy that says how many. */
export async function approvalTables(db: Kysely<Tables>, kind: Kind): Promise<void> {
  await db.schema.alterTable('payouts').addColumn('approvals_encrypted', text(kind)).execute()
  await db.schema.alterTable('payouts').addColumn('approvals_why', text(kind)).execute()
  for (const [name, usual] of [
    ['approvals_count', 0],
    ['approvals_needed', 1],
  ] as const)
    await db.schema
      .alterTable('payouts')
      .addColumn(name, 'integer', (column) => column.notNull().defaultTo(usual))
      .execute()
  await db.schema
    .createTable('approval_policy')
    .addColumn('id', text(kind), (column) => column.primaryKey().notNull())
    .addColumn('version', 'integer')
    .addColumn('policy', text(kind), (column) => column.notNull())
    .addColumn('state', text(kind), (column) =>
      column.notNull().check(sql`state in ('proposed', 'in_force', 'withdrawn', 'replaced')`),
    )
    .addColumn('made_by', text(kind), (column) => column.notNull().references('people.id'))
    .addColumn('made_at', text(kind), (column) => column.notNull())
    .addColumn('confirmed_by', text(kind), (column) => column.references('people.id'))
    .addColumn('confirmed_at', text(kind))
    .addColumn('row_mac', text(kind), (column) => column.notNull())
    .execute()
}
