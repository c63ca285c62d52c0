import { type Kysely, sql } from 'kysely'
import { proofs, sessionEnds } from '#shared/api/session.ts'
import type { Kind } from '../database-kind.ts'
import type { Tables } from '../schema.ts'
import { text } from './0001-first.ts'

/** What people may do, how long sessions prove who one is, and ceremonies of several steps. Sessions of before end. */
export async function memberTables(db: Kysely<Tables>, kind: Kind): Promise<void> {
  const columns = [
    ['roles', "'[]'"],
    ['approve_up_to', "'{}'"],
    ['status', "'active'"],
  ] as const
  for (const [name, value] of columns)
    await db.schema
      .alterTable('people')
      .addColumn(name, text(kind), (column) => column.notNull().defaultTo(sql.raw(value)))
      .execute()
  await db.schema
    .alterTable('people')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  for (const name of ['email', 'issuer', 'subject', 'maker_id', 'no_approving_until', 'row_mac'])
    await db.schema.alterTable('people').addColumn(name, text(kind)).execute()
  await db.schema.createIndex('people_email').on('people').column('email').unique().execute()
  await db.schema.createIndex('people_identity').on('people').columns(['issuer', 'subject']).unique().execute()
  await db.schema.dropTable('sessions').execute()
  await sessionsTable(db, kind)
  await ceremoniesTable(db, kind)
}

async function sessionsTable(db: Kysely<Tables>, kind: Kind): Promise<void> {
  const among = (name: string, values: readonly string[]) =>
    sql`${sql.ref(name)} in (${sql.join(values.map((value) => sql.lit(value)))})`
  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', text(kind), (column) => column.primaryKey().notNull())
    .addColumn('id', text(kind), (column) => column.notNull().unique())
    .addColumn('person_id', text(kind), (column) => column.notNull().references('people.id'))
    .addColumn('created_at', text(kind), (column) => column.notNull())
    .addColumn('last_used_at', text(kind), (column) => column.notNull())
    .addColumn('idle_ends_at', text(kind), (column) => column.notNull())
    .addColumn('ends_at', text(kind), (column) => column.notNull())
    .addColumn('ended_at', text(kind))
    .addColumn('ended_why', text(kind), (column) => column.check(among('ended_why', sessionEnds)))
    .addColumn('proven_by', text(kind), (column) => column.notNull().check(among('proven_by', proofs)))
    .addColumn('proven_at', text(kind), (column) => column.notNull())
    .addColumn('provider_session', text(kind))
    .addColumn('device', text(kind), (column) => column.notNull())
    .addColumn('row_mac', text(kind), (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sessions_idle_ends_at').on('sessions').column('idle_ends_at').execute()
  await db.schema.createIndex('sessions_person').on('sessions').column('person_id').execute()
}

async function ceremoniesTable(db: Kysely<Tables>, kind: Kind): Promise<void> {
  await db.schema
    .createTable('ceremonies')
    .addColumn('id', text(kind), (column) => column.primaryKey().notNull())
    .addColumn('kind', text(kind), (column) => column.notNull())
    .addColumn('person_id', text(kind), (column) => column.references('people.id'))
    .addColumn('content_encrypted', text(kind), (column) => column.notNull())
    .addColumn('expires_at', text(kind), (column) => column.notNull())
    .execute()
  await db.schema.createIndex('ceremonies_expires_at').on('ceremonies').column('expires_at').execute()
}
