import type { Kysely } from 'kysely'
import type { Tables } from '../schema.ts'

/** Batches that pay refused payouts again, and how many payouts of an export are stated to be what. Nothing is stated by now: see 0027. */
export async function paidAgain(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('batches')
    .addColumn('pays_again', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  for (const name of ['stated_paid', 'stated_refused', 'stated_contradicted'] as const)
    await db.schema
      .alterTable('exports')
      .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
}
