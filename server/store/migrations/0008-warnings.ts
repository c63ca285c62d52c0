import type { Kysely } from 'kysely'
import type { Kind } from '../database-kind.ts'
import type { Tables } from '../schema.ts'
import { text } from './0001-first.ts'

/** The warnings of payouts and of whole exports by grade, and what undoing a decision brings back. */
export async function warningColumns(db: Kysely<Tables>, kind: Kind): Promise<void> {
  for (const name of ['compliance', 'serious', 'minor', 'unconfirmed'])
    await db.schema
      .alterTable('payouts')
      .addColumn(`warnings_${name}`, 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  await db.schema.alterTable('payouts').addColumn('undo_encrypted', text(kind)).execute()
  await db.schema.alterTable('exports').addColumn('warnings', text(kind)).execute()
}
