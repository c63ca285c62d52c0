import type { Kysely } from 'kysely'
import type { Kind } from '../database-kind.ts'
import type { Tables } from '../schema.ts'
import { text } from './0001-first.ts'

/** Who has changed the identifying details of beneficiaries, and which of them each payout pays to. */
export async function detailsColumns(db: Kysely<Tables>, kind: Kind): Promise<void> {
  await db.schema
    .createTable('details_changes')
    .addColumn('beneficiary_id', text(kind), (column) => column.notNull().references('beneficiaries.id'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('details_hash', text(kind), (column) => column.notNull())
    .addColumn('fields', text(kind), (column) => column.notNull())
    .addColumn('changed_by', text(kind), (column) => column.notNull().references('people.id'))
    .addColumn('changed_at', text(kind), (column) => column.notNull())
    .addPrimaryKeyConstraint('details_changes_pkey', ['beneficiary_id', 'version'])
    .execute()
  await db.schema.alterTable('payouts').addColumn('details_hash', text(kind)).execute()
  await db.schema.alterTable('payouts').addColumn('details_by', text(kind)).execute()
  await db.schema.alterTable('payouts').addColumn('exported_version', 'integer').execute()
  await db.schema
    .createIndex('payouts_beneficiary_id_details_hash')
    .on('payouts')
    .columns(['beneficiary_id', 'details_hash', 'exported_version'])
    .execute()
  await db.schema
    .createIndex('payouts_beneficiary_id_state')
    .on('payouts')
    .columns(['beneficiary_id', 'state', 'exported_at'])
    .execute()
}
