import type { Kysely } from 'kysely'
import type { Kind } from '../database-kind.ts'
import type { Tables } from '../schema.ts'
import { text } from './0001-first.ts'

/** Statements carry a MAC, which their payout's covers too. Nobody can vouch for those of before: they are to be stated again. */
export async function outcomeMacs(db: Kysely<Tables>, kind: Kind): Promise<void> {
  await db.updateTable('payouts').set({ outcome: null }).where('outcome', 'is not', null).execute()
  await db.deleteFrom('outcomes').execute()
  await db.schema
    .alterTable('outcomes')
    .addColumn('row_mac', text(kind), (column) => column.notNull().defaultTo(''))
    .execute()
}
