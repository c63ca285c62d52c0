import type { Kysely } from 'kysely'
import type { Kind } from '../database-kind.ts'
import type { Tables } from '../schema.ts'
import { text } from './0001-first.ts'

/** What the row of a batch held, and who has exactly the details that it pays to. */
export async function batchRowColumns(db: Kysely<Tables>, kind: Kind): Promise<void> {
  await db.schema.alterTable('payouts').addColumn('batch_hash', text(kind)).execute()
  await db.schema
    .createIndex('details_changes_details_hash')
    .on('details_changes')
    .columns(['details_hash', 'beneficiary_id'])
    .execute()
}
