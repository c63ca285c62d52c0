import { createCipheriv, createDecipheriv, createHmac, type KeyObject, randomBytes } from 'node:crypto'
import type { Encryption, Place } from '../encryption.ts'
import { type DataKey, type KeyRing, subKey } from './key-ring.ts'

/**
 * Seals with the ring's current key and opens with any of its keys. Hashes are made with `indexKey`, a key of the database's own
 * that outlives every data key: see open-encryption.ts.
 */
export function createEncryption(ring: KeyRing, indexKey: KeyObject): Encryption {
  const ciphers = new Map(ring.keys.map((key) => [key.id, cipher(key)]))
  const hashKey = subKey(indexKey, 'hashing')
  const current = cipher(ring.current)
  return {
    encrypt: (text, place) => `v1.${ring.current.id}.${current.encrypt(text, place)}`,
    decrypt: (encrypted, place) => {
      const { keyId, body } = parted(encrypted)
      const opener = ciphers.get(keyId)
      if (opener === undefined) throw new Error(`The data key ${keyId} is not at hand.`)
      return opener.decrypt(body, place)
    },
    hash: (purpose, text) =>
      createHmac('sha256', hashKey)
        .update(JSON.stringify([purpose, text]))
        .digest('base64url'),
  }
}

const nonceBytes = 12
const tagBytes = 16

function parted(encrypted: string): { readonly keyId: string; readonly body: string } {
  const [, keyId, body] = /^v1\.([0-9a-f]{16})\.([\w-]+)$/.exec(encrypted) ?? []
  if (keyId === undefined || body === undefined) throw new Error('This is not a sealed value.')
  return { keyId, body }
}

function cipher({ id, secret }: DataKey) {
  const key = subKey(secret, 'encryption')
  const authenticated = ({ table, id: row, column }: Place) => Buffer.from(JSON.stringify([table, row, column, id]))
  return {
    encrypt(text: string, place: Place): string {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(authenticated(place))
      // As JSON, so that any text comes back as it was: UTF-8 alone has no half surrogate pairs.
      const encrypted = [nonce, cipher.update(JSON.stringify(text), 'utf8'), cipher.final(), cipher.getAuthTag()]
      return Buffer.concat(encrypted).toString('base64url')
    },
    decrypt(body: string, place: Place): string {
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
  if (typeof text !== 'string') throw new Error('A sealed value holds something else than text.')
  return text
}

function damaged({ table, id, column }: Place): Error {
  return new Error(`The sealed value of ${column} in ${table} ${id} was changed or belongs elsewhere.`)
}
