import { join } from 'node:path'
import SqliteFile from 'libsql'
import type { Hold, Locks } from './running-lock.ts'
import { StoreError } from './store-error.ts'

/**
 * Locks on a file of its own beside the database, which stays empty: each app reads in it for as long as it runs, and a program
 * that must be alone wants to write. Not on the database: an app that holds a reading there would stop its file from being tidied.
 */
export function sqliteLocks(dataDirectory: string): Locks {
  const path = join(dataDirectory, 'running.db')
  return {
    shared: async () =>
      hold(
        path,
        ['begin', 'select count(*) from sqlite_schema'],
        'a program has the database to itself: wait until it has ended',
      ),
    alone: async () => hold(path, ['begin exclusive'], 'a desk runs on this database: end it first'),
  }
}

function hold(path: string, commands: readonly string[], whenTaken: string): Hold {
  const file = new SqliteFile(path)
  try {
    for (const command of commands) file.exec(command)
  } catch (error) {
    file.close()
    if (error instanceof SqliteFile.SqliteError && error.code.startsWith('SQLITE_BUSY')) throw new StoreError(whenTaken)
    throw error
  }
  return { release: async () => void file.close() }
}
