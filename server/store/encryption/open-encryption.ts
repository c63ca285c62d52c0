import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Encryption, Place } from '../encryption.ts'
import type { Tables } from '../schema.ts'
import { StoreError } from '../store-error.ts'
import { createEncryption } from './create-encryption.ts'
import { type DataKey, type KeyRing, keyRingOf } from './key-ring.ts'

/** What a database is encrypted with. */
export interface DatabaseKeys {
  /** The one data key that everything in it is encrypted with. */
  readonly dataKey: DataKey
  /** Makes the keyed hashes. It stands in the database, encrypted, and outlives every data key: so hashes stay as they are. */
  readonly indexKey: KeyObject
}

/**
 * The encryption of this database, within a transaction; a new database is given to the ring's first key.
 * @throws StoreFault when the database was encrypted with a key that is not at hand
 */
export async function openEncryption(db: Kysely<Tables>, ring: KeyRing, at: string): Promise<Encryption> {
  const { dataKey, indexKey } = (await readDatabaseKeys(db, ring)) ?? (await beginKeys(db, ring.current, at))
  // Which key is in use the database says, not the order in the ring: an interrupted rotation leaves both keys at hand.
  return createEncryption(keyRingOf([dataKey]), indexKey)
}

/**
 * The keys of a database; undefined when it has none yet.
 * @throws StoreFault when they are not at hand
 */
export async function readDatabaseKeys(db: Kysely<Tables>, ring: KeyRing): Promise<DatabaseKeys | undefined> {
  const row = await db.selectFrom('data_keys').selectAll().executeTakeFirst()
  if (row === undefined) return undefined
  const dataKey = ring.keys.find(({ id }) => id === row.key_id)
  if (dataKey === undefined) throw otherKey(row.key_id, ring)
  try {
    const indexKey = unwrapped(
      createEncryption(keyRingOf([dataKey]), noKey).decrypt(row.check_encrypted, checkPlace(dataKey)),
    )
    return { dataKey, indexKey }
  } catch {
    throw new StoreError(`the entry of data key ${dataKey.id} in the database was changed: restore a backup`)
  }
}

/** Writes down, within a transaction, that the database is encrypted with this key and no other. */
export async function writeDatabaseKeys(db: Kysely<Tables>, keys: DatabaseKeys, at: string): Promise<void> {
  const { dataKey, indexKey } = keys
  const check = createEncryption(keyRingOf([dataKey]), noKey).encrypt(wrapped(indexKey), checkPlace(dataKey))
  await db.deleteFrom('data_keys').execute()
  await db.insertInto('data_keys').values({ key_id: dataKey.id, check_encrypted: check, created_at: at }).execute()
}

/** The index key is encrypted like any value, though before there is one to hash with. */
const noKey = createSecretKey(randomBytes(32))

async function beginKeys(db: Kysely<Tables>, dataKey: DataKey, at: string): Promise<DatabaseKeys> {
  const keys = { dataKey, indexKey: createSecretKey(randomBytes(32)) }
  await writeDatabaseKeys(db, keys, at)
  return keys
}

function checkPlace({ id }: DataKey): Place {
  return { table: 'data_keys', id, column: 'check_encrypted' }
}

function wrapped(key: KeyObject): string {
  return key.export().toString('base64')
}

function unwrapped(text: string): KeyObject {
  return createSecretKey(Buffer.from(text, 'base64'))
}

function otherKey(keyId: string, ring: KeyRing): StoreError {
  const atHand = ring.keys.map(({ id }) => id).join(', ')
  return new StoreError(
    `the database is sealed with data key ${keyId}, and the key at hand is ${atHand}: set DATA_KEY to the key of this database, or bring back its data-key file`,
  )
}
