import type { Kysely } from 'kysely'
import type { Kind } from '../database-kind.ts'
import type { Tables } from '../schema.ts'
import { text } from './0001-first.ts'

/** Tables of payouts that a person is mending before they are saved. */
export async function sheetTables(db: Kysely<Tables>, kind: Kind): Promise<void> {
  await db.schema
    .createTable('sheets')
    .addColumn('id', text(kind), (column) => column.primaryKey().notNull().references('batches.id'))
    .addColumn('person_id', text(kind), (column) => column.notNull().references('people.id'))
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('head_encrypted', text(kind), (column) => column.notNull())
    .addColumn('created_at', text(kind), (column) => column.notNull())
    .addColumn('updated_at', text(kind), (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sheets_person').on('sheets').columns(['person_id', 'updated_at']).execute()
  await db.schema
    .createTable('sheet_parts')
    .addColumn('id', text(kind), (column) => column.primaryKey().notNull())
    .addColumn('sheet_id', text(kind), (column) => column.notNull())
    .addColumn('part', 'integer', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    // Before the content, so that a search for them does not read it.
    .addColumn('terms', text(kind), (column) => column.notNull())
    .addColumn('content_encrypted', text(kind), (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sheet_parts_place').unique().on('sheet_parts').columns(['sheet_id', 'part']).execute()
}
