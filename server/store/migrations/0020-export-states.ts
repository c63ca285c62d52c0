import { type Kysely, sql } from 'kysely'
import type { Kind } from '../database-kind.ts'
import type { Tables } from '../schema.ts'
import { text } from './0001-first.ts'

/** Exports that are made in many transactions, and spreadsheets among their files. */
export async function exportStates(db: Kysely<Tables>, kind: Kind): Promise<void> {
  await allowSpreadsheets(db, kind)
  await db.schema
    .alterTable('exports')
    .addColumn('state', text(kind), (column) =>
      column.notNull().defaultTo('made').check(sql`state in ('preparing', 'made', 'undone')`),
    )
    .execute()
  await db.schema
    .alterTable('exports')
    .addColumn('marked', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  for (const name of ['holder', 'renewed_at', 'problem', 'idempotency_key'])
    await db.schema.alterTable('exports').addColumn(name, text(kind)).execute()
  await sql`create index exports_preparing on exports (state, renewed_at) where state = 'preparing'`.execute(db)
  // Of an export of many payouts it is asked how many were erased: so few that they are looked up the other way round.
  await sql`create index payouts_erased on payouts (id) where request_encrypted is null`.execute(db)
}

/** PostgreSQL changes what a column takes; SQLite wants the table anew, and with it the one that names its rows. */
async function allowSpreadsheets(db: Kysely<Tables>, kind: Kind): Promise<void> {
  const formats = sql`format in ('json', 'jsonl', 'csv', 'xlsx')`
  if (kind === 'postgres') {
    await sql`alter table exports drop constraint exports_format_check`.execute(db)
    await sql`alter table exports add constraint exports_format_check check (${formats})`.execute(db)
    return
  }
  await sql`
    create table new_exports (
      id text not null primary key, format text not null check (${formats}), count integer not null,
      again integer not null, totals text not null, created_at text not null,
      created_by text not null references people (id), warnings text)`.execute(db)
  await sql`
    create table new_export_payouts (
      export_id text not null references new_exports (id), place integer not null,
      payout_id text not null references payouts (id), again integer not null check (again in (0, 1)),
      constraint export_payouts_pkey primary key (export_id, place))`.execute(db)
  await sql`
    insert into new_exports (id, format, count, again, totals, created_at, created_by, warnings)
    select id, format, count, again, totals, created_at, created_by, warnings from exports`.execute(db)
  await sql`insert into new_export_payouts select export_id, place, payout_id, again from export_payouts`.execute(db)
  await sql`drop table export_payouts`.execute(db)
  await sql`drop table exports`.execute(db)
  await sql`alter table new_exports rename to exports`.execute(db)
  await sql`alter table new_export_payouts rename to export_payouts`.execute(db)
  await sql`create index exports_created_at_id on exports (created_at, id)`.execute(db)
  await sql`create index export_payouts_payout_id on export_payouts (payout_id)`.execute(db)
  await sql`create unique index export_payouts_once_key on export_payouts (payout_id) where again = 0`.execute(db)
}
