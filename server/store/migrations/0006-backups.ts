import { type Kysely, sql } from 'kysely'
import { backupOutcomes } from '#shared/api/backups.ts'
import type { Kind } from '../database-kind.ts'
import type { Tables } from '../schema.ts'
import { text } from './0001-first.ts'

/** One row: how it stands with the backups that servers make by themselves. */
export async function backupsTable(db: Kysely<Tables>, kind: Kind): Promise<void> {
  await db.schema
    .createTable('backups')
    .addColumn('id', 'integer', (column) => column.primaryKey().notNull().check(sql`id = 1`))
    .addColumn('started_at', text(kind), (column) => column.notNull())
    .addColumn('ended_at', text(kind))
    .addColumn('outcome', text(kind), (column) =>
      column.notNull().check(sql`outcome in (${sql.join(backupOutcomes.map((outcome) => sql.lit(outcome)))})`),
    )
    .addColumn('made_at', text(kind))
    .execute()
}
