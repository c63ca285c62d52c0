import type { Kysely } from 'kysely'
import type { Kind } from '../database-kind.ts'
import type { Tables } from '../schema.ts'
import { text } from './0001-first.ts'

/** Acts by which people approve many payouts of a batch, and the lists that these are about, in parts. */
export async function batchApprovalTables(db: Kysely<Tables>, kind: Kind): Promise<void> {
  const table = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('id', text(kind), (column) => column.primaryKey().notNull())
      .addColumn('content_encrypted', text(kind), (column) => column.notNull())
  await table('batch_approvals')
    .addColumn('batch_id', text(kind), (column) => column.notNull())
    .addColumn('person_id', text(kind), (column) => column.notNull().references('people.id'))
    .addColumn('created_at', text(kind), (column) => column.notNull())
    .execute()
  await table('batch_approval_parts')
    .addColumn('approval_id', text(kind), (column) => column.notNull())
    .addColumn('part', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('batch_approvals_batch')
    .on('batch_approvals')
    .columns(['batch_id', 'person_id', 'created_at'])
    .execute()
  await db.schema
    .createIndex('batch_approval_parts_key')
    .unique()
    .on('batch_approval_parts')
    .columns(['approval_id', 'part'])
    .execute()
}
