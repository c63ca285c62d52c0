import type { Kysely } from 'kysely'
import type { Kind } from '../database-kind.ts'
import type { Tables } from '../schema.ts'
import { text } from './0001-first.ts'

/** Passkeys, passwords, recovery codes, invitations, wrong guesses, and signatures of approvals. */
export async function credentialTables(db: Kysely<Tables>, kind: Kind): Promise<void> {
  const table = (name: string) =>
    db.schema.createTable(name).addColumn('id', text(kind), (column) => column.primaryKey().notNull())
  const ofPerson = (name: string) =>
    table(name).addColumn('person_id', text(kind), (column) => column.notNull().references('people.id'))
  await ofPerson('passkeys')
    .addColumn('credential_id', text(kind), (column) => column.notNull().unique())
    .addColumn('public_key', text(kind), (column) => column.notNull())
    .addColumn('counter', text(kind), (column) => column.notNull())
    .addColumn('name', text(kind), (column) => column.notNull())
    .addColumn('transports', text(kind), (column) => column.notNull())
    .addColumn('created_at', text(kind), (column) => column.notNull())
    .addColumn('last_used_at', text(kind))
    .addColumn('backed_up', 'integer', (column) => column.notNull())
    .addColumn('removed_at', text(kind))
    .addColumn('row_mac', text(kind), (column) => column.notNull())
    .execute()
  await db.schema.createIndex('passkeys_person').on('passkeys').column('person_id').execute()
  await db.schema
    .createTable('passwords')
    .addColumn('id', text(kind), (column) => column.primaryKey().notNull().references('people.id'))
    .addColumn('hash', text(kind), (column) => column.notNull())
    .addColumn('totp_encrypted', text(kind), (column) => column.notNull())
    .addColumn('totp_last_step', 'integer', (column) => column.notNull())
    .addColumn('changed_at', text(kind), (column) => column.notNull())
    .addColumn('row_mac', text(kind), (column) => column.notNull())
    .execute()
  await ofPerson('recovery_codes')
    .addColumn('created_at', text(kind), (column) => column.notNull())
    .addColumn('used_at', text(kind))
    .addColumn('row_mac', text(kind), (column) => column.notNull())
    .execute()
  await db.schema.createIndex('recovery_codes_person').on('recovery_codes').column('person_id').execute()
  await ofPerson('invitations')
    .addColumn('token_hash', text(kind), (column) => column.notNull().unique())
    .addColumn('kind', text(kind), (column) => column.notNull())
    .addColumn('email', text(kind), (column) => column.notNull())
    .addColumn('expires_at', text(kind), (column) => column.notNull())
    .addColumn('used_at', text(kind))
    .addColumn('made_by', text(kind), (column) => column.references('people.id'))
    .addColumn('confirmed_by', text(kind), (column) => column.references('people.id'))
    .addColumn('row_mac', text(kind), (column) => column.notNull())
    .execute()
  await db.schema.createIndex('invitations_person').on('invitations').column('person_id').execute()
  await db.schema
    .createTable('misses')
    .addColumn('key', text(kind), (column) => column.primaryKey().notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('until', text(kind), (column) => column.notNull())
    .execute()
  await db.schema.createIndex('misses_until').on('misses').column('until').execute()
  await ofPerson('approval_signatures')
    .addColumn('content_encrypted', text(kind), (column) => column.notNull())
    .addColumn('expires_at', text(kind), (column) => column.notNull())
    .execute()
}
