import { type Kysely, sql } from 'kysely'
import type { Kind } from '../database-kind.ts'
import type { Tables } from '../schema.ts'
import { text } from './0001-first.ts'

/** Sets of payouts that came together, and which row of it each payout was saved from. */
export async function batchesTable(db: Kysely<Tables>, kind: Kind): Promise<void> {
  await db.schema
    .createTable('batches')
    .addColumn('id', text(kind), (column) => column.primaryKey().notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('name_encrypted', text(kind), (column) => column.notNull())
    .addColumn('source_kind', text(kind), (column) =>
      column.notNull().check(sql`source_kind in ('file', 'paste', 'api')`),
    )
    .addColumn('source_encrypted', text(kind))
    .addColumn('rows_given', 'integer')
    .addColumn('rows_saved', 'integer', (column) => column.notNull())
    .addColumn('rows_refused', 'integer', (column) => column.notNull())
    .addColumn('rows_skipped', 'integer', (column) => column.notNull())
    .addColumn('created_at', text(kind), (column) => column.notNull())
    .addColumn('created_by', text(kind), (column) => column.notNull().references('people.id'))
    .addColumn('finished_at', text(kind))
    .execute()
  await db.schema.createIndex('batches_created_at_id').on('batches').columns(['created_at', 'id']).execute()
  await db.schema.alterTable('payouts').addColumn('batch_row', 'integer').execute()
  for (const [name, columns] of Object.entries(indexes))
    await sql`
      create ${sql.raw(name.endsWith('_key') ? 'unique ' : '')}index ${sql.ref(name)}
      on payouts (${sql.join(columns.map((column) => sql.ref(column)))}) where batch_id is not null`.execute(db)
}

/**
 * A row is saved once. The second knows all that a list is filtered and sorted by, so that neither a page nor the sums of a batch read its
 * payouts. Payouts that came by themselves stand in neither.
 */
const indexes: Readonly<Record<string, readonly string[]>> = {
  payouts_batch_row_key: ['batch_id', 'batch_row'],
  payouts_batch: [
    'batch_id',
    'updated_at',
    'id',
    'state',
    'amount_key',
    'submitted_at',
    'name_key',
    'country',
    'created_by',
    'submitted_by',
    'decided_by',
    'warnings_compliance',
    'warnings_serious',
    'warnings_minor',
    'warnings_unconfirmed',
  ],
}
