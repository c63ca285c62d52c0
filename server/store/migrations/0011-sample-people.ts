import type { Kysely } from 'kysely'
import type { Tables } from '../schema.ts'

/** Who is no member of staff, but entered the sample data. */
export async function samplePeopleColumn(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('people')
    .addColumn('is_sample', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
