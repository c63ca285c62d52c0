import { type Kysely, sql } from 'kysely'
import type { Kind } from '../database-kind.ts'
import type { Tables } from '../schema.ts'
import { text } from './0001-first.ts'

/** What payouts are sorted by beside times, and for each order of a list an index that knows all that lists are filtered by. */
export async function payoutListColumns(db: Kysely<Tables>, kind: Kind): Promise<void> {
  for (const name of ['name_key', 'amount_key'])
    await db.schema
      .alterTable('payouts')
      .addColumn(name, text(kind), (column) => column.notNull().defaultTo(''))
      .execute()
  await fillColumns(db)
  for (const index of ['payouts_state_updated_at_id', 'payouts_updated_at_id'])
    await db.schema.dropIndex(index).execute()
  for (const [name, columns] of Object.entries(orders))
    await db.schema
      .createIndex(name)
      .on('payouts')
      .columns([...columns, ...filters.filter((column) => !columns.includes(column))])
      .execute()
}

/** The name of a payout is encrypted: until it is saved again, the one that its beneficiary has now stands for it. */
async function fillColumns(db: Kysely<Tables>): Promise<void> {
  await sql`
    update payouts set name_key = (select name_key from beneficiaries where beneficiaries.id = payouts.beneficiary_id)
    where erased_at is null`.execute(db)
  const digits = sql`length(amount) - length(ltrim(amount, '0123456789'))`
  await sql`
    update payouts set
      amount_key = substr(currency_code || '   ', 1, 3) || case when ${digits} < 10 then '0' else '' end || ${digits} || amount`.execute(
    db,
  )
}

/** As the orders of payout-search.ts; that of one state serves them all. */
const orders: Readonly<Record<string, readonly string[]>> = {
  payouts_changed: ['updated_at', 'id'],
  payouts_state_changed: ['state', 'updated_at', 'id', 'submitted_at', 'name_key'],
  payouts_submitted: ['submitted_at', 'id'],
  payouts_amount: ['amount_key', 'id'],
  payouts_name: ['name_key', 'id'],
}

/** So that a rare filter reads one index from end to end, and no row that does not match. */
const filters = [
  'state',
  'country',
  'updated_at',
  'amount_key',
  'created_by',
  'submitted_by',
  'decided_by',
  'warnings_compliance',
  'warnings_serious',
  'warnings_minor',
  'warnings_unconfirmed',
]
