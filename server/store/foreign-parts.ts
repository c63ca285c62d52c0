import { type Kysely, sql } from 'kysely'
import type { DatabasePlace } from './database-kind.ts'
import { kyselyOver } from './kysely-over.ts'
import { migrate } from './migrate.ts'
import type { Tables } from './schema.ts'
import { type BothSchemas, type Schema, type SchemaPart, schemaOf } from './schema-parts.ts'

/**
 * How the schema of the database differs from one that the app makes beside it: tables, columns with their defaults, constraints,
 * indexes, triggers, rules, functions and views that were added, dropped or changed. A person who can do that need change no row: it hides rows, or
 * changes what is written. Answers a few words for each.
 */
export async function foreignParts(
  db: Kysely<Tables>,
  { databaseUrl }: Pick<DatabasePlace, 'databaseUrl'>,
): Promise<readonly string[]> {
  const { here, made } = await (databaseUrl === undefined ? bothOfSqlite(db) : bothOfPostgres(databaseUrl))
  const added = [...here.keys()].filter((name) => !made.has(name)).map((name) => `the ${name} was added`)
  const others = [...made].filter(([name, definition]) => here.get(name) !== definition)
  return [
    ...added,
    ...others.map(([name, definition]) => `the ${name} was ${here.has(name) ? 'changed' : 'dropped'} (${definition})`),
  ]
}

async function bothOfPostgres(databaseUrl: string): Promise<BothSchemas> {
  const { readPostgresSchemas } = await import('./postgres-schema.ts')
  return readPostgresSchemas(databaseUrl)
}

/** SQLite keeps each command word for word. */
async function bothOfSqlite(db: Kysely<Tables>): Promise<BothSchemas> {
  const here = await schemaOfSqlite(db)
  madeBySqlite ??= await makeInMemory()
  return { here, made: madeBySqlite }
}

/** The same whenever it is made. */
let madeBySqlite: Schema | undefined

async function makeInMemory(): Promise<Schema> {
  const { sqliteDialect } = await import('./sqlite-driver.ts')
  const memory = kyselyOver(sqliteDialect(':memory:', []))
  try {
    await migrate(memory, 'sqlite', '')
    return await schemaOfSqlite(memory)
  } finally {
    await memory.destroy()
  }
}

/** Less its own tables of statistics. A process that gathers these makes a view for a moment. */
async function schemaOfSqlite(db: Kysely<Tables>): Promise<Schema> {
  const { rows } = await sql<SchemaPart>`
    select type || ' ' || name as name, sql as definition from sqlite_schema
    where (type <> 'table' or name not in ('sqlite_stat1', 'sqlite_stat4'))
      and (type, name, coalesce(sql, '')) <> ('view', 'statistics_gathered', 'CREATE VIEW statistics_gathered as select 1')`.execute(
    db,
  )
  return schemaOf(rows)
}
