import { existsSync } from 'node:fs'
import { refuseLoss } from '../audit/lost-entries.ts'
import { type DatabasePlace, StoreError } from '../database-kind.ts'
import { type KeyRing, readOwnKeyRing } from '../encryption/key-ring.ts'
import type { Manifest } from './manifest.ts'
import { checkDatabase, type DatabaseCheck } from './soundness.ts'

/** Where PostgreSQL's own programs are; only its databases need them. */
export interface Tools {
  readonly postgresPrograms: string | undefined
  /** How long they may make no progress; left out: long enough for the indexes of a large table. */
  readonly stallLimitMs?: number
}

/** What is backed up, and with which keys it is checked. */
export interface BackupSource extends DatabasePlace {
  /** Undefined: the embedded database's own. */
  readonly keyRing?: KeyRing | undefined
}

/**
 * Copies the database into one file, also while servers run, and checks the copy. The data key is not in it.
 * @throws StoreError also when the database has lost entries that the checkpoint file knows
 */
export async function backUp(place: BackupSource, target: string, tools: Tools, at: Date): Promise<Manifest> {
  if (existsSync(target)) throw new StoreError(`${target} is there already: name a new file`)
  await refuseLoss(place)
  try {
    return await copyTo(target, place, tools, at)
  } catch (error) {
    // It is not the disk of the database that is full.
    const isFull = error instanceof Error && 'code' in error && /^(?:ENOSPC|SQLITE_FULL)$/.test(String(error.code))
    throw isFull ? new StoreError(`there is no space for ${target}`) : error
  }
}

async function copyTo(target: string, place: BackupSource, tools: Tools, at: Date): Promise<Manifest> {
  const check: DatabaseCheck = (db, kind) =>
    checkDatabase(db, kind, place.keyRing ?? readOwnKeyRing(place.dataDirectory))
  if (place.databaseUrl === undefined) {
    const { backupSqlite } = await import('./sqlite.ts')
    return backupSqlite(place.dataDirectory, check, target, at)
  }
  const { backupPostgres } = await import('./postgres.ts')
  return backupPostgres(place.databaseUrl, programsOf(tools), check, target, at)
}

/** @throws StoreError where there are none */
export function programsOf({ postgresPrograms }: Tools): string {
  if (postgresPrograms !== undefined) return postgresPrograms
  throw new StoreError(
    'pg_dump, pg_restore and psql are not here: install the PostgreSQL client, or name their folder in PAYOUT_DESK_POSTGRES_BIN',
  )
}
