import type { Kysely } from 'kysely'
import type { Kind } from '../database-kind.ts'
import type { Tables } from '../schema.ts'
import { text } from './0001-first.ts'

/** What the merchant's own programs show to say whose they are. */
export async function tokensTable(db: Kysely<Tables>, kind: Kind): Promise<void> {
  await db.schema
    .createTable('tokens')
    .addColumn('id', text(kind), (column) => column.primaryKey().notNull().references('people.id'))
    .addColumn('token_hash', text(kind), (column) => column.notNull().unique())
    .addColumn('name', text(kind), (column) => column.notNull())
    .addColumn('maker_id', text(kind), (column) => column.notNull().references('people.id'))
    .addColumn('scopes', text(kind), (column) => column.notNull())
    .addColumn('addresses', text(kind), (column) => column.notNull())
    .addColumn('created_at', text(kind), (column) => column.notNull())
    .addColumn('expires_at', text(kind), (column) => column.notNull())
    .addColumn('revoked_at', text(kind))
    .addColumn('last_used_at', text(kind))
    .addColumn('row_mac', text(kind), (column) => column.notNull())
    .execute()
  await db.schema.createIndex('tokens_maker').on('tokens').column('maker_id').execute()
}
