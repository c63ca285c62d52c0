import { appendEntry } from '../audit/append-entry.ts'
import type { Head } from '../audit/entry.ts'
import type { Database } from '../database.ts'
import { StoreError } from '../store-error.ts'
import { createEncryption } from './create-encryption.ts'
import { type DataKey, type KeyRing, keyRingOf } from './key-ring.ts'
import { type DatabaseKeys, readDatabaseKeys, writeDatabaseKeys } from './open-encryption.ts'
import { openAll, reencryptAll } from './reencrypt.ts'

/** What a database is encrypted with, of the keys at hand. */
export async function keysInUse(database: Database, ring: KeyRing): Promise<DatabaseKeys> {
  const keys = await readDatabaseKeys(database.db, ring)
  if (keys === undefined) throw new StoreError('nothing is sealed yet: start the desk once')
  return keys
}

/**
 * Seals everything again with another data key, in one transaction: until it is committed the former key opens everything, from then
 * on the new one. The index key is only wrapped again, so hashes and search terms stay as they are. Recorded.
 */
export function rotate(
  database: Database,
  { dataKey, indexKey }: DatabaseKeys,
  target: DataKey,
  at: string,
): Promise<Head> {
  return database.transact(async (db) => {
    const from = createEncryption(keyRingOf([dataKey]), indexKey)
    const count = await reencryptAll(db, from, createEncryption(keyRingOf([target]), indexKey))
    await writeDatabaseKeys(db, { dataKey: target, indexKey }, at)
    const facts = { former: dataKey.id, values: count }
    return appendEntry(db, { personId: null, action: 'keys.rotated', thing: { type: 'key', id: target.id }, facts }, at)
  })
}

/**
 * Proves that this key alone opens everything; answers how many values there are.
 * @throws Error at the first that does not open
 */
export async function proveAlone(database: Database, dataKey: DataKey): Promise<number> {
  const ring = keyRingOf([dataKey])
  const { indexKey } = await keysInUse(database, ring)
  return openAll(database.db, createEncryption(ring, indexKey))
}
