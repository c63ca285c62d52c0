import type { Kysely } from 'kysely'
import type { Kind } from '../database-kind.ts'
import type { Tables } from '../schema.ts'
import { text } from './0001-first.ts'

/** Above which amount the merchant wants a payout of a currency looked at again. */
export async function amountLimitsTable(db: Kysely<Tables>, kind: Kind): Promise<void> {
  await db.schema
    .createTable('amount_limits')
    .addColumn('currency_code', text(kind), (column) => column.primaryKey().notNull())
    .addColumn('amount', text(kind), (column) => column.notNull())
    .addColumn('updated_at', text(kind), (column) => column.notNull())
    .addColumn('updated_by', text(kind), (column) => column.notNull().references('people.id'))
    .execute()
}
