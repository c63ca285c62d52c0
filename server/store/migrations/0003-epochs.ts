import { type Kysely, sql } from 'kysely'
import type { Kind } from '../database-kind.ts'
import { newEpoch } from '../epochs.ts'
import type { Tables } from '../schema.ts'
import { text } from './0001-first.ts'

/** One row: which data key and which content the database has. */
export async function epochsTable(db: Kysely<Tables>, kind: Kind): Promise<void> {
  await db.schema
    .createTable('epochs')
    .addColumn('id', 'integer', (column) => column.primaryKey().notNull().check(sql`id = 1`))
    .addColumn('key_epoch', text(kind), (column) => column.notNull())
    .addColumn('maintenance_epoch', text(kind), (column) => column.notNull())
    .addColumn('tried_at', text(kind))
    .execute()
  await db.insertInto('epochs').values({ id: 1, key_epoch: newEpoch(), maintenance_epoch: newEpoch() }).execute()
}
