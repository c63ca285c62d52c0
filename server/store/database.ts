import { existsSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import { systemClock } from '../kernel/clock.ts'
import { type Database, type DatabasePlace, type Hold, type Locks, StoreError, sqliteFileIn } from './database-kind.ts'
import { refuseOther } from './migrate.ts'
import { closeToOthers, makeDirectory } from './private-files.ts'
import type { Tables } from './schema.ts'
import { refuseUnreadableTexts } from './unreadable-texts.ts'
import { createWriteQueue } from './write-queue.ts'

/**
 * Opens the database, made and brought up to date where needed. Each kind loads only where it is used.
 * @throws StoreError when it cannot be used and a person can fix it
 */
export async function openDatabase(
  { databaseUrl, dataDirectory, queryLog = () => {}, writerWaitMs }: DatabasePlace,
  now: () => Date,
): Promise<Database> {
  const queue = createWriteQueue(systemClock, writerWaitMs)
  if (databaseUrl === undefined) {
    const { openSqlite } = await import('./sqlite.ts')
    return openSqlite(dataDirectory, now, { queue, log: queryLog })
  }
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(databaseUrl, now, { queue, log: queryLog })
}

/**
 * Reads the database of this program as it is at one moment, also while servers run. Nothing is made, changed or brought up to date.
 * @throws StoreError when there is none, or one of another version
 */
export async function readDatabase<Result>(
  place: DatabasePlace,
  read: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  if (place.databaseUrl === undefined && !existsSync(sqliteFileIn(place.dataDirectory))) {
    throw new StoreError(`there is no database in ${place.dataDirectory}`)
  }
  const db = await connectToRead(place)
  try {
    if (place.databaseUrl === undefined) await refuseUnreadableTexts(db)
    await refuseOther(db)
    const begin = place.databaseUrl === undefined ? 'begin' : 'begin isolation level repeatable read, read only'
    return await db.connection().execute(async (connection) => {
      await sql.raw(begin).execute(connection)
      const result = await read(connection)
      await sql`commit`.execute(connection)
      return result
    })
  } finally {
    await db.destroy()
  }
}

/** An existing database, for reading only, whatever its content. */
export async function connectToRead({ databaseUrl, dataDirectory }: DatabasePlace): Promise<Kysely<Tables>> {
  if (databaseUrl === undefined) {
    const { readSqlite } = await import('./sqlite.ts')
    return readSqlite(dataDirectory)
  }
  const { readPostgres } = await import('./postgres.ts')
  return readPostgres(databaseUrl)
}

/**
 * Makes the folder for data where it is missing. It is for this user alone: it holds names in clear text.
 * @throws StoreError when it cannot be made; the system's own error, which names the file, where one of another user is in it
 */
export function makeDataDirectory(path: string): void {
  try {
    makeDirectory(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no reason given'
    throw new StoreError(
      `DATA_DIR ${path} cannot be used: it must be a folder that the user of this program may write to (${code})`,
    )
  }
  closeToOthers(path)
}

/**
 * Says that the database is in use; any number can say so at once.
 * @throws StoreError while a program has it alone
 */
export async function holdWithOthers(place: DatabasePlace): Promise<Hold> {
  const { shared } = await locksOf(place)
  return shared()
}

/**
 * Keeps every app out, for a program that replaces or rewrites all that is stored.
 * @throws StoreError while an app runs, or another such program
 */
export async function holdAlone(place: DatabasePlace): Promise<Hold> {
  const { alone } = await locksOf(place)
  return alone()
}

async function locksOf({ databaseUrl, dataDirectory }: DatabasePlace): Promise<Locks> {
  if (databaseUrl === undefined) {
    const { sqliteLocks } = await import('./sqlite.ts')
    return sqliteLocks(dataDirectory)
  }
  const { postgresLocks } = await import('./postgres-locks.ts')
  return postgresLocks(databaseUrl)
}
