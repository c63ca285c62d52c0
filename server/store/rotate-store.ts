import { existsSync } from 'node:fs'
import type { Head } from './audit/audit-log.ts'
import { openCheckpointFile } from './audit/checkpoint-file.ts'
import { appendEntry } from './audit/followed-log.ts'
import { refuseLoss } from './audit/lost-entries.ts'
import { holdAlone, openDatabase } from './database.ts'
import { type Database, type DatabasePlace, StoreError, sqliteFileIn } from './database-kind.ts'
import { createEncryption, type DatabaseKeys, readDatabaseKeys, writeDatabaseKeys } from './encryption/encryption.ts'
import {
  type DataKey,
  type KeyRing,
  keyRingOf,
  makeKey,
  ownKeyFileIn,
  readOwnKeyRing,
  replaceKeyFile,
} from './encryption/key-ring.ts'
import { openAll, reencryptAll } from './encryption/reencrypt.ts'
import { endAllSessions } from './end-sessions.ts'
import { beginEpoch } from './epochs.ts'
import { wipeSqlite } from './sqlite.ts'

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
 * @throws StoreError while an app runs, when a key is missing, or when there is nothing to rotate
 */
export async function rotateStore(settings: RotationSettings, now: () => Date): Promise<Rotation> {
  const { databaseUrl, dataDirectory } = settings
  if (databaseUrl === undefined && !existsSync(sqliteFileIn(dataDirectory))) {
    throw new StoreError(`there is no database in ${dataDirectory}`)
  }
  const hold = await holdAlone(settings)
  try {
    await refuseLoss(settings)
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
  // What stops the rotation is found while nothing is changed, the key file neither.
  if (!isInterrupted) await proveAlone(database, dataKey)
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

/** What a database is encrypted with, of the keys at hand. */
async function keysInUse(database: Database, ring: KeyRing): Promise<DatabaseKeys> {
  const keys = await readDatabaseKeys(database.db, ring)
  if (keys === undefined) throw new StoreError('nothing is encrypted yet: start the server once')
  return keys
}

/**
 * Encrypts everything again with another data key, in one transaction: until it is committed the former key decrypts everything, from then
 * on the new one. The index key is only wrapped again, so hashes and search terms stay as they are. All sessions end. Audited.
 */
function rotate(database: Database, { dataKey, indexKey }: DatabaseKeys, target: DataKey, at: string): Promise<Head> {
  return database.transact(async (db) => {
    const from = createEncryption(keyRingOf([dataKey]), indexKey)
    const to = createEncryption(keyRingOf([target]), indexKey)
    const count = await reencryptAll(db, from, to)
    await writeDatabaseKeys(db, { dataKey: target, indexKey }, at)
    await beginEpoch(db, 'key_epoch')
    const sessions = await endAllSessions(db, at, 'key_rotated')
    const facts = { former: dataKey.id, values: count, sessions }
    const thing = { type: 'key', id: target.id } as const
    return appendEntry(db, to, { personId: null, action: 'keys.rotated', thing, facts }, at)
  })
}

/**
 * Proves that this key alone opens everything; answers how many values there are.
 * @throws Error at the first that does not open
 */
async function proveAlone(database: Database, dataKey: DataKey): Promise<number> {
  const ring = keyRingOf([dataKey])
  const { indexKey } = await keysInUse(database, ring)
  return openAll(database.db, createEncryption(ring, indexKey))
}
