import type { DatabasePlace } from './database.ts'

/** Holds until it is let go, or until the process ends, also by a kill -9. */
export interface Hold {
  release(): Promise<void>
}

/**
 * Says that the database is in use; any number can say so at once.
 * @throws StoreFault while a program has it alone
 */
export async function holdWithOthers(place: DatabasePlace): Promise<Hold> {
  const { shared } = await locksOf(place)
  return shared()
}

/**
 * Keeps every app out, for a program that replaces or rewrites all that is stored.
 * @throws StoreFault while an app runs, or another such program
 */
export async function holdAlone(place: DatabasePlace): Promise<Hold> {
  const { alone } = await locksOf(place)
  return alone()
}

/** The two ways to hold one database. */
export interface Locks {
  shared(): Promise<Hold>
  alone(): Promise<Hold>
}

async function locksOf({ databaseUrl, dataDirectory }: DatabasePlace): Promise<Locks> {
  if (databaseUrl === undefined) {
    const { sqliteLocks } = await import('./sqlite-lock.ts')
    return sqliteLocks(dataDirectory)
  }
  const { postgresLocks } = await import('./postgres-lock.ts')
  return postgresLocks(databaseUrl)
}
