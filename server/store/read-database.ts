import { existsSync } from 'node:fs'
import type { Kysely } from 'kysely'
import type { DatabasePlace } from './database.ts'
import { refuseOther } from './migrate.ts'
import type { Tables } from './schema.ts'
import { StoreError } from './store-error.ts'

/**
 * Reads the database of this program, also while desks run. Nothing is made, changed or brought up to date.
 * @throws StoreFault when there is none, or one of another version
 */
export async function readDatabase<Result>(
  place: DatabasePlace,
  read: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const db = await connect(place)
  try {
    await refuseOther(db)
    return await read(db)
  } finally {
    await db.destroy()
  }
}

async function connect({ databaseUrl, dataDirectory }: DatabasePlace): Promise<Kysely<Tables>> {
  if (databaseUrl === undefined) {
    const { readSqlite, sqliteFileIn } = await import('./open-sqlite.ts')
    if (existsSync(sqliteFileIn(dataDirectory))) return readSqlite(dataDirectory)
    throw new StoreError(`there is no database in ${dataDirectory}`)
  }
  const { readPostgres } = await import('./open-postgres.ts')
  return readPostgres(databaseUrl)
}
