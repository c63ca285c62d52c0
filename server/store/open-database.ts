import type { Database, DatabasePlace } from './database.ts'

/**
 * Opens the database, made and brought up to date where needed. Each kind loads only where it is used.
 * @throws StoreFault when it cannot be used and a person can mend it
 */
export async function openDatabase({ databaseUrl, dataDirectory }: DatabasePlace, now: () => Date): Promise<Database> {
  if (databaseUrl === undefined) {
    const { openSqlite } = await import('./open-sqlite.ts')
    return openSqlite(dataDirectory, now)
  }
  const { openPostgres } = await import('./open-postgres.ts')
  return openPostgres(databaseUrl, now)
}
