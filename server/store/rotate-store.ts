import { existsSync } from 'node:fs'
import { openCheckpointFile } from './audit/checkpoint-file.ts'
import type { Database, DatabasePlace } from './database.ts'
import { replaceKeyFile } from './encryption/key-file.ts'
import { type DataKey, type KeyRing, keyRingOf, makeKey } from './encryption/key-ring.ts'
import { keysInUse, proveAlone, rotate } from './encryption/rotate-keys.ts'
import { openDatabase } from './open-database.ts'
import { sqliteFileIn } from './open-sqlite.ts'
import { ownKeyFileIn, readOwnKeyRing } from './own-key.ts'
import { holdAlone } from './running-lock.ts'
import { StoreError } from './store-error.ts'
import { wipeSqlite } from './wipe-sqlite.ts'

interface RotationSettings extends DatabasePlace {
  /** Undefined: the embedded database's own key file, which the new key is written into. */
  readonly keyRing?: KeyRing | undefined
  /** Undefined: the first of the ring, or of the file a new one. */
  readonly newKey?: DataKey | undefined
}

/** What came of a rotation. */
export interface Rotation {
  readonly key: DataKey
  /** How many values were opened with the new key alone. */
  readonly values: number
  /** False when an earlier run had got so far that only its end was left to do. */
  readonly isReencrypted: boolean
}

/**
 * Gives the database another data key. Interrupted at any moment, it opens with the keys at hand, and a second run completes.
 * @throws StoreFault while an app runs, when a key is missing, or when there is nothing to rotate
 */
export async function rotateStore(settings: RotationSettings, now: () => Date): Promise<Rotation> {
  const { databaseUrl, dataDirectory } = settings
  if (databaseUrl === undefined && !existsSync(sqliteFileIn(dataDirectory))) {
    throw new StoreError(`there is no database in ${dataDirectory}`)
  }
  const hold = await holdAlone(settings)
  try {
    const database = await openDatabase(settings, now)
    try {
      return settings.keyRing === undefined
        ? await rotateOwnKey(database, dataDirectory, now)
        : await rotateGivenKey(database, settings, settings.keyRing, now)
    } finally {
      await database.close()
    }
  } finally {
    await hold.release()
  }
}

async function rotateOwnKey(database: Database, dataDirectory: string, now: () => Date): Promise<Rotation> {
  const path = ownKeyFileIn(dataDirectory)
  const ring = readOwnKeyRing(dataDirectory)
  const { dataKey } = await keysInUse(database, ring)
  const isInterrupted = ring.keys.length > 1
  const target = isInterrupted ? ring.current : makeKey()
  // First the file, then the database: a key that something is encrypted with is always at hand.
  if (!isInterrupted) replaceKeyFile(path, keyRingOf([target, ...ring.keys]))
  const rotation = await rotateTo(
    database,
    { ring, target, isReencrypted: dataKey.id !== target.id },
    dataDirectory,
    now,
  )
  replaceKeyFile(path, keyRingOf([target]))
  return rotation
}

async function rotateGivenKey(
  database: Database,
  { dataDirectory, newKey }: RotationSettings,
  given: KeyRing,
  now: () => Date,
): Promise<Rotation> {
  const ring = newKey === undefined ? given : keyRingOf([newKey, ...given.keys])
  const { dataKey } = await keysInUse(database, ring)
  const isReencrypted = dataKey.id !== ring.current.id
  if (!isReencrypted && newKey === undefined) {
    throw new StoreError(
      'set DATA_KEY_NEW (or DATA_KEY_NEW_FILE) to the new key, such as `openssl rand -base64 32` makes',
    )
  }
  return rotateTo(database, { ring, target: ring.current, isReencrypted }, dataDirectory, now)
}

async function rotateTo(
  database: Database,
  {
    ring,
    target,
    isReencrypted,
  }: { readonly ring: KeyRing; readonly target: DataKey; readonly isReencrypted: boolean },
  dataDirectory: string,
  now: () => Date,
): Promise<Rotation> {
  if (isReencrypted) {
    const head = await rotate(database, await keysInUse(database, ring), target, now().toISOString())
    openCheckpointFile(dataDirectory).note([head])
  }
  const values = await proveAlone(database, target)
  if (database.kind === 'sqlite') await wipeSqlite(dataDirectory)
  return { key: target, values, isReencrypted }
}
