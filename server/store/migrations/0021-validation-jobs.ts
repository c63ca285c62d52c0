import { type Kysely, sql } from 'kysely'
import type { Kind } from '../database-kind.ts'
import type { Tables } from '../schema.ts'
import { text } from './0001-first.ts'

/** What is asked of the provider for a whole batch, and how each of it stands. */
export async function validationJobTables(db: Kysely<Tables>, kind: Kind): Promise<void> {
  await db.schema
    .createTable('validation_jobs')
    .addColumn('id', text(kind), (column) => column.primaryKey().notNull())
    .addColumn('batch_id', text(kind), (column) => column.notNull().references('batches.id'))
    .addColumn('state', text(kind), (column) =>
      column.notNull().check(sql`state in ('preparing', 'running', 'paused', 'stopped', 'finished')`),
    )
    .addColumn('why', text(kind))
    .addColumn('services', text(kind), (column) => column.notNull())
    .addColumn('test_mode', 'integer', (column) => column.notNull())
    .addColumn('asks_again', 'integer', (column) => column.notNull())
    .addColumn('billed', 'integer', (column) => column.notNull())
    .addColumn('confirmed_by', text(kind), (column) => column.notNull().references('people.id'))
    .addColumn('confirmed_at', text(kind), (column) => column.notNull())
    .addColumn('created_at', text(kind), (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('unknowns', 'integer', (column) => column.notNull())
    .addColumn('rest_until', text(kind))
    .addColumn('lease_holder', text(kind))
    .addColumn('lease_until', text(kind))
    .addColumn('ended_at', text(kind))
    .addColumn('row_mac', text(kind), (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('validation_items')
    .addColumn('job_id', text(kind), (column) => column.notNull().references('validation_jobs.id'))
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('payout_id', text(kind), (column) => column.notNull())
    .addColumn('service', text(kind), (column) => column.notNull().check(sql`service in ('identity', 'bank')`))
    .addColumn('question_hash', text(kind), (column) => column.notNull())
    .addColumn('test_mode', 'integer', (column) => column.notNull())
    .addColumn('state', text(kind), (column) =>
      column.notNull().check(sql`state in ('waiting', 'asking', 'answered', 'not_run', 'unknown', 'outdated')`),
    )
    .addColumn('outcome', text(kind))
    .addColumn('reused', 'integer', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('asked', 'integer', (column) => column.notNull())
    .addColumn('next_at', text(kind), (column) => column.notNull())
    .addColumn('claim', text(kind))
    .addColumn('claimed_at', text(kind))
    .addColumn('ended_at', text(kind))
    .addPrimaryKeyConstraint('validation_items_pkey', ['job_id', 'place'])
    .execute()
  for (const [table, columns] of indexes)
    await db.schema
      .createIndex(`${table}_${columns.join('_')}`)
      .on(table)
      .columns([...columns])
      .execute()
}

/** Jobs are found by batch and by state; items by what is due, by what they came to, and by whom they are about when that is erased. */
const indexes = [
  ['validation_jobs', ['batch_id', 'created_at']],
  ['validation_jobs', ['state']],
  ['validation_items', ['job_id', 'state', 'service', 'next_at', 'place']],
  ['validation_items', ['job_id', 'state', 'outcome', 'reused', 'test_mode']],
  ['validation_items', ['payout_id']],
] as const
