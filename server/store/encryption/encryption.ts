import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Failure } from '../../kernel/failure.ts'
import { StoreError } from '../database-kind.ts'
import type { Tables } from '../schema.ts'
import { type DataKey, type KeyRing, keyRingOf, subKey } from './key-ring.ts'

/**
 * The cell of an encrypted value: a value moved to another row or column does not decrypt there. Table and column are named as in
 * schema.ts, which encrypt/encrypted-columns.ts and so the rotation of keys rely on.
 */
export interface CellAddress {
  readonly table: string
  /** The row's primary key: `id`, in idempotency `key`. */
  readonly id: string
  readonly column: string
}

/** Encrypts single values with the current data key and finds equal ones by a keyed hash. */
export interface Encryption {
  /** Of the current data key. */
  readonly keyId: string
  /** AES-256-GCM with a fresh nonce: `v1.<key id>.<base64url of nonce, ciphertext and tag>`. */
  encrypt(text: string, place: CellAddress): string
  /** @throws Failure TAMPERED when the value was changed or belongs elsewhere; MissingKeyError when its key is not at hand */
  decrypt(encrypted: string, place: CellAddress): string
  /** HMAC-SHA-256 in base64url under a key derived from the data key; `purpose` keeps hashes of different things apart. */
  hash(purpose: string, text: string): string
  /** HMAC-SHA-256 in base64url under a key derived from the current data key: who writes to the database and has no data key can make none. */
  mac(purpose: string, text: string): string
  /**
   * HMAC-SHA-256 in base64url of an entry of the audit log, under a key of its own that is derived from the index key: a new data key leaves
   * the entries as they are, and what was noted of them elsewhere.
   */
  auditMac(text: string): string
}

/**
 * Encrypts with the ring's current key and decrypts with any of its keys. Hashes are made with `indexKey`, a key of the database's own
 * that outlives every data key: see open-encryption.ts.
 */
export function createEncryption(ring: KeyRing, indexKey: KeyObject): Encryption {
  const ciphers = new Map(ring.keys.map((key) => [key.id, cipher(key)]))
  const hashKey = subKey(indexKey, 'hashing')
  const auditKey = subKey(indexKey, 'audit log')
  const current = cipher(ring.current)
  const macKey = subKey(ring.current.secret, 'authentication')
  return {
    keyId: ring.current.id,
    encrypt: (text, place) => `v1.${ring.current.id}.${current.encrypt(text, place)}`,
    decrypt: (encrypted, place) => {
      const { keyId, body } = parted(encrypted, place)
      const opener = ciphers.get(keyId)
      if (opener === undefined) throw new MissingKeyError(`The data key ${keyId} is not at hand.`)
      return opener.decrypt(body, place)
    },
    hash: (purpose, text) => hmac(hashKey, JSON.stringify([purpose, text])),
    // Purposes are words: what is long is not written as JSON once more.
    mac: (purpose, text) => hmac(macKey, `${purpose} ${text}`),
    auditMac: (text) => hmac(auditKey, text),
  }
}

function hmac(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** What was to be decrypted is encrypted with another key, as after a rotation that this process knows nothing of. */
export class MissingKeyError extends Error {}

const nonceBytes = 12
const tagBytes = 16

function parted(encrypted: string, place: CellAddress): { readonly keyId: string; readonly body: string } {
  const [, keyId, body] = /^v1\.([0-9a-f]{16})\.([\w-]+)$/.exec(encrypted) ?? []
  if (keyId === undefined || body === undefined) throw damaged(place)
  return { keyId, body }
}

function cipher({ id, secret }: DataKey) {
  const key = subKey(secret, 'encryption')
  const authenticated = ({ table, id: row, column }: CellAddress) =>
    Buffer.from(JSON.stringify([table, row, column, id]))
  return {
    encrypt(text: string, place: CellAddress): string {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(authenticated(place))
      // As JSON, so that any text comes back as it was: UTF-8 alone has no half surrogate pairs.
      const encrypted = [nonce, cipher.update(JSON.stringify(text), 'utf8'), cipher.final(), cipher.getAuthTag()]
      return Buffer.concat(encrypted).toString('base64url')
    },
    decrypt(body: string, place: CellAddress): string {
      const bytes = Buffer.from(body, 'base64url')
      // Base64 has several spellings of some bytes; only the one that was written counts.
      if (bytes.toString('base64url') !== body || bytes.length < nonceBytes + tagBytes) throw damaged(place)
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
      decipher.setAAD(authenticated(place)).setAuthTag(bytes.subarray(-tagBytes))
      try {
        const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
        return readText(text)
      } catch {
        throw damaged(place)
      }
    },
  }
}

function readText(json: string): string {
  const text: unknown = JSON.parse(json)
  if (typeof text !== 'string') throw new Error('An encrypted value holds something else than text.')
  return text
}

function damaged({ table, id, column }: CellAddress): Failure {
  const message = `The encrypted value of ${column} in ${table} ${id} was changed or belongs elsewhere.`
  return Object.assign(new Failure('TAMPERED', { ids: [id] }), { message })
}

/** What a database is encrypted with. */
export interface DatabaseKeys {
  /** The one data key that everything in it is encrypted with. */
  readonly dataKey: DataKey
  /** Makes the keyed hashes. It is saved in the database, encrypted, and outlives every data key: so hashes stay as they are. */
  readonly indexKey: KeyObject
}

/**
 * The encryption of this database, within a transaction; a new database is given to the ring's first key.
 * @throws StoreError when the database was encrypted with a key that is not at hand
 */
export async function openEncryption(db: Kysely<Tables>, ring: KeyRing, at: string): Promise<Encryption> {
  return encryptionWith((await readDatabaseKeys(db, ring)) ?? (await beginKeys(db, ring.current, at)))
}

/**
 * The encryption of a database that is only read; undefined when it has none yet.
 * @throws StoreError as {@link readDatabaseKeys}
 */
export async function readEncryption(db: Kysely<Tables>, ring: KeyRing): Promise<Encryption | undefined> {
  const keys = await readDatabaseKeys(db, ring)
  return keys && encryptionWith(keys)
}

/** Which key is in use the database says, not the order in the ring: an interrupted rotation leaves both keys at hand. */
function encryptionWith({ dataKey, indexKey }: DatabaseKeys): Encryption {
  return createEncryption(keyRingOf([dataKey]), indexKey)
}

/**
 * The keys of a database; undefined when it has none yet.
 * @throws StoreError when they are not at hand
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

/**
 * Says so where the database has been given another data key since this encryption was opened: then no MAC in it is ours.
 * @throws MissingKeyError
 */
export async function refuseOtherKey(db: Kysely<Tables>, { keyId }: Pick<Encryption, 'keyId'>): Promise<void> {
  const { key_id } = await db.selectFrom('data_keys').select('key_id').executeTakeFirstOrThrow()
  if (key_id !== keyId) throw new MissingKeyError(`The data key ${key_id} is not at hand.`)
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

function checkPlace({ id }: DataKey): CellAddress {
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
    `the database is encrypted with data key ${keyId}, and the key at hand is ${atHand}: set DATA_KEY to the key of this database, or bring back its data-key file`,
  )
}
