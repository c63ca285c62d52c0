import type { Kysely } from 'kysely'
import type { Kind } from '../database-kind.ts'
import type { Tables } from '../schema.ts'
import { text } from './0001-first.ts'

/** Which messages of the identity provider were acted on. */
export async function logoutTokensTable(db: Kysely<Tables>, kind: Kind): Promise<void> {
  await db.schema
    .createTable('logout_tokens')
    .addColumn('id', text(kind), (column) => column.primaryKey().notNull())
    .addColumn('expires_at', text(kind), (column) => column.notNull())
    .execute()
  await db.schema.createIndex('logout_tokens_expires_at').on('logout_tokens').column('expires_at').execute()
}
