import { type Kysely, sql } from 'kysely'
import { type Kind, StoreError } from './database-kind.ts'
import { createFirstSchema, firstSchemaName } from './migrations/first-schema.ts'
import type { Tables } from './schema.ts'

/** One change of the tables. */
export interface Migration {
  readonly name: string
  run(db: Kysely<Tables>, kind: Kind): Promise<void>
}

/** The first schema and every change of it, in order. From 1.0.0 on none of them changes any more. */
export const migrations: readonly Migration[] = [{ name: firstSchemaName, run: createFirstSchema }]

/**
 * Brings the tables up to date, within a transaction that holds the write lock: of two processes that start together one does
 * it, and the other finds it done.
 * @throws StoreError when another program has been here whose tables this one does not know
 */
export async function migrate(db: Kysely<Tables>, kind: Kind, at: string, known = migrations): Promise<void> {
  const done = await doneMigrations(db)
  if (done === undefined) await createMigrationsTable(db)
  else refuseUnknown(done, known)
  for (const { name, run } of known.filter((migration) => done?.includes(migration.name) !== true)) {
    await run(db, kind)
    await db.insertInto('migrations').values({ name, done_at: at }).execute()
  }
}

async function createMigrationsTable(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('migrations')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('done_at', 'text', (column) => column.notNull())
    .execute()
}

/** Which migrations were made; undefined where there are no tables of Payout Desk. */
async function doneMigrations(db: Kysely<Tables>): Promise<readonly string[] | undefined> {
  const present = await db.introspection.getTables()
  const own = present.some(({ schema }) => schema !== undefined) ? await currentSchema(db) : undefined
  if (!present.some(({ name, schema }) => name === 'migrations' && schema === own)) return undefined
  return (await db.selectFrom('migrations').select('name').orderBy('name').execute()).map(({ name }) => name)
}

/** That of a restore, or public. */
async function currentSchema(db: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ schema: string | null }>`select current_schema() as schema`.execute(db)
  return rows[0]?.schema ?? undefined
}

/** Why nothing else can be done about a database or a backup of another first schema. */
export const noUpdate = 'until 1.0.0 the tables change without an update'

function refuseUnknown(done: readonly string[], known: readonly Migration[]): void {
  const age = ageOf(done, known)
  if (age === 'newer') {
    throw new StoreError('the database was written by a newer version of Payout Desk: start that one, or a newer one')
  }
  if (age === 'strange') {
    throw new StoreError(
      `the database was made by another version of Payout Desk, and ${noUpdate}: ` +
        'go on with that version, or start over with an empty DATA_DIR and, on PostgreSQL, an empty database',
    )
  }
}

/**
 * Whether this program knows the tables that these migrations made, or can bring them up to date; a newer one knows migrations that this one
 * does not, and a strange one had another first schema.
 */
export function ageOf(done: readonly string[], known = migrations): 'known' | 'newer' | 'strange' {
  if (!done.includes(firstSchemaName)) return 'strange'
  return done.every((name) => known.some((migration) => migration.name === name)) ? 'known' : 'newer'
}

/**
 * Which migrations were made, in order: to be asked before any other table is read.
 * @throws StoreError when this program does not know the tables
 */
export async function readMigrations(db: Kysely<Tables>, known = migrations): Promise<readonly string[]> {
  const done = await doneMigrations(db)
  if (done === undefined) throw new StoreError('this is no database of Payout Desk: look at DATABASE_URL and DATA_DIR')
  refuseUnknown(done, known)
  return done
}

/**
 * For those who only read, and so bring nothing up to date.
 * @throws StoreError when the tables are not as this program has them
 */
export async function refuseOther(db: Kysely<Tables>, known = migrations): Promise<void> {
  const done = await readMigrations(db, known)
  if (known.every(({ name }) => done.includes(name))) return
  throw new StoreError(
    'the database is of an older version of Payout Desk: start the server once, which brings it up to date',
  )
}
