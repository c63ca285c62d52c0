import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'

/** How much the rows of a sheet take, so that nobody has to read them all to know what a person's sheets come to. */
export async function sheetBytes(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('sheets')
    .addColumn('bytes', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`update sheets set bytes = coalesce(
    (select sum(length(content_encrypted)) from sheet_parts where sheet_parts.sheet_id = sheets.id), 0)`.execute(db)
}
