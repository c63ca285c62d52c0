import type { Kysely } from 'kysely'
import type { Kind } from '../database-kind.ts'
import type { Tables } from '../schema.ts'
import { text } from './0001-first.ts'

/** How often the merchant has paid to a bank: the form offers those first. */
export async function bankUsesTable(db: Kysely<Tables>, kind: Kind): Promise<void> {
  await db.schema
    .createTable('bank_uses')
    .addColumn('id', text(kind), (column) => column.primaryKey().notNull())
    .addColumn('uses', 'integer', (column) => column.notNull())
    .execute()
}
