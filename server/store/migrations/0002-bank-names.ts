import type { Kysely } from 'kysely'
import type { Kind } from '../database-kind.ts'
import type { Tables } from '../schema.ts'
import { text } from './0001-first.ts'

/** What the merchant calls banks and wallets whose codes have no public name. */
export async function bankNamesTable(db: Kysely<Tables>, kind: Kind): Promise<void> {
  await db.schema
    .createTable('bank_names')
    .addColumn('id', text(kind), (column) => column.primaryKey().notNull())
    .addColumn('name', text(kind), (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('updated_at', text(kind), (column) => column.notNull())
    .addColumn('updated_by', text(kind), (column) => column.notNull().references('people.id'))
    .execute()
}
