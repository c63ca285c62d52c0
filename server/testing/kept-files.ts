import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * All bytes of the database, its write-ahead log and what else is in a data directory. Read by another process: one that closes a file of
 * SQLite lets go of every lock that their process holds on it.
 */
export function keptFiles(directory: string): string {
  const files = readdirSync(directory).map((file) => join(directory, file))
  return execFileSync('cat', files, { encoding: 'latin1', maxBuffer: 1024 ** 3, stdio: ['ignore', 'pipe', 'ignore'] })
}
