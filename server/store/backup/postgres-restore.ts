import { type Kysely, sql } from 'kysely'
import { connectPostgres } from '../open-postgres.ts'
import type { Tables } from '../schema.ts'
import { tableNames } from './check-database.ts'
import { startProgram, withoutPassword } from './postgres-programs.ts'

/**
 * Puts the tables of an archive into the database, and those that were there into a schema of their own, all in one transaction.
 * No app runs meanwhile.
 * @returns where the former tables are kept; undefined when there were none
 * @throws StoreFault when nothing was changed
 */
export async function replacePostgres(
  databaseUrl: string,
  programs: string,
  archive: string,
  aside: string,
): Promise<string | undefined> {
  const former = await presentTables(databaseUrl)
  const { url, password } = withoutPassword(databaseUrl)
  const psql = startProgram(
    programs,
    'psql',
    ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', '-', `--dbname=${url}`],
    password,
  )
  psql.output.resume()
  psql.input.write('begin;\n')
  if (former.length > 0) psql.input.write(`create schema ${aside};\n`)
  for (const name of former) psql.input.write(`alter table public.${name} set schema ${aside};\n`)
  const reading = startProgram(programs, 'pg_restore', ['--no-owner', '--no-privileges', '--file=-', archive])
  reading.input.end()
  reading.output.pipe(psql.input, { end: false })
  try {
    await reading.ended()
    psql.input.write('commit;\n')
  } finally {
    psql.input.end()
  }
  await psql.ended()
  return former.length > 0 ? aside : undefined
}

/** Takes away what was restored, and puts the former tables back, if there were any. */
export async function putBackPostgres(databaseUrl: string, aside: string | undefined): Promise<void> {
  const db = connectPostgres(databaseUrl, { max: 1 })
  try {
    await db.transaction().execute(async (transaction) => {
      for (const name of tableNames) await transaction.schema.dropTable(name).cascade().execute()
      if (aside === undefined) return
      for (const name of await tablesIn(transaction, aside)) {
        await transaction.schema.withSchema(aside).alterTable(name).setSchema('public').execute()
      }
      await transaction.schema.dropSchema(aside).execute()
    })
  } finally {
    await db.destroy()
  }
}

/** Which of the tables the database has already. */
export async function presentTables(databaseUrl: string): Promise<readonly (keyof Tables)[]> {
  const db = connectPostgres(databaseUrl, { max: 1 })
  try {
    return await tablesIn(db, 'public')
  } finally {
    await db.destroy()
  }
}

async function tablesIn(db: Kysely<Tables>, schema: string): Promise<readonly (keyof Tables)[]> {
  const reading = sql<{ name: string }>`select tablename as name from pg_tables where schemaname = ${schema}`
  const { rows } = await reading.execute(db)
  return tableNames.filter((name) => rows.some((row) => row.name === name))
}
