import { createSecretKey, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Place, stores } from '../../testing/stores.ts'
import { openDatabase } from '../database.ts'
import { StoreError } from '../database-kind.ts'
import { createEncryption, openEncryption } from './encryption.ts'
import { type KeyRing, keyRingOf, keyRingText, makeKey } from './key-ring.ts'

const place = { table: 'beneficiaries', id: 'b1', column: 'entry_encrypted' }
const indexKey = createSecretKey(randomBytes(32))
const ring = keyRingOf([makeKey()])
const encryption = createEncryption(ring, indexKey)

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }),
)

function messageOf(act: () => unknown): string {
  try {
    return `opened: ${act()}`
  } catch (error) {
    return error instanceof Error ? `${error.message} ${error.stack}` : String(error)
  }
}

it('encryption gives any text back as it was, also half a surrogate pair', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(encryption.decrypt(encryption.encrypt(text, place), place)).toBe(text)
    }),
  )
})

it('encryption is text of three parts: version, key, and ciphertext', () => {
  const encrypted = encryption.encrypt('12345678909', place)
  expect(encrypted).toMatch(new RegExp(`^v1\\.${ring.current.id}\\.[A-Za-z0-9_-]+$`))
  expect(Buffer.from(encrypted.split('.')[2]!, 'base64url').toString('latin1')).not.toContain('12345678909')
})

it('a MAC is made by the data key alone: with another one, or for another purpose, it is another', () => {
  const mac = encryption.mac('payout', 'text')
  expect(createEncryption(ring, createSecretKey(randomBytes(32))).mac('payout', 'text')).toBe(mac)
  expect(createEncryption(keyRingOf([makeKey()]), indexKey).mac('payout', 'text')).not.toBe(mac)
  expect([encryption.mac('export', 'text'), encryption.hash('payout', 'text')]).not.toContain(mac)
})

it('encryption makes another value each time: nonces do not come again', () => {
  const encrypted = Array.from({ length: 10_000 }, () => encryption.encrypt('equal', place))
  const nonces = encrypted.map((text) => Buffer.from(text.split('.')[2]!, 'base64url').subarray(0, 12).toString('hex'))
  expect(new Set(nonces).size).toBe(10_000)
})

it('encryption notices every single changed bit', () => {
  const [version, keyId, body] = encryption.encrypt('12345678909', place).split('.')
  const bytes = Buffer.from(body!, 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3]! ^= 1 << (bit & 7)
    const encrypted = `${version}.${keyId}.${changed.toString('base64url')}`
    expect(messageOf(() => encryption.decrypt(encrypted, place))).toContain('was changed or belongs elsewhere')
  }
})

it('encryption notices every changed character, also one that spells the same bytes', () => {
  const encrypted = encryption.encrypt('1', place)
  for (let at = 0; at < encrypted.length; at += 1) {
    for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=') {
      const changed = `${encrypted.slice(0, at)}${character}${encrypted.slice(at + 1)}`
      if (changed !== encrypted) expect(() => encryption.decrypt(changed, place)).toThrow()
    }
  }
})

it('encryption notices a value that was cut, or grew', () => {
  const encrypted = encryption.encrypt('12345678909', place)
  for (let length = 0; length < encrypted.length; length += 1) {
    expect(() => encryption.decrypt(encrypted.slice(0, length), place)).toThrow()
  }
  expect(() => encryption.decrypt(`${encrypted}AA`, place)).toThrow()
})

it.each([
  { ...place, table: 'payouts' },
  { ...place, id: 'b2' },
  { ...place, column: 'document_number_encrypted' },
  { table: place.id, id: place.table, column: place.column },
])('encryption does not open in another place: $table $id $column', (elsewhere) => {
  expect(() => encryption.decrypt(encryption.encrypt('1', place), elsewhere)).toThrow(
    'was changed or belongs elsewhere',
  )
})

it('encryption does not take the end of one name for the beginning of the next', () => {
  for (const mark of [',', '","', '.', '/', ' ']) {
    const encrypted = encryption.encrypt('1', { table: 'a', id: `b${mark}c`, column: 'd' })
    expect(() => encryption.decrypt(encrypted, { table: `a${mark}b`, id: 'c', column: 'd' })).toThrow()
  }
})

it('encryption does not open under the name of another key at hand', () => {
  const both = createEncryption(keyRingOf([makeKey(), ring.current]), indexKey)
  const renamed = both.encrypt('1', place).replace(/\.[0-9a-f]{16}\./, `.${ring.current.id}.`)
  expect(() => both.decrypt(renamed, place)).toThrow('was changed or belongs elsewhere')
})

it('encryption opens what an older key encrypted while that is at hand, and names it once it is not', () => {
  const newer: KeyRing = keyRingOf([makeKey(), ring.current])
  const old = encryption.encrypt('1', place)
  expect(createEncryption(newer, indexKey).decrypt(old, place)).toBe('1')
  expect(() => createEncryption(keyRingOf([newer.current]), indexKey).decrypt(old, place)).toThrow(
    `The data key ${ring.current.id} is not at hand.`,
  )
})

it('encryption says in no error what was encrypted, nor with what', () => {
  const secrets = [keyRingText(ring).trim(), ring.current.secret.export().toString('hex'), 'canary-text']
  const encrypted = encryption.encrypt('canary-text', place)
  const errors = [
    `${encrypted}A`,
    encrypted.replace(/.$/, ''),
    'v1.x.y',
    encrypted.replace(/\.[0-9a-f]{16}\./, `.${'0'.repeat(16)}.`),
  ]
  for (const error of errors) {
    const message = messageOf(() => encryption.decrypt(error, place))
    expect(message).not.toContain('opened')
    for (const secret of secrets) expect(message).not.toContain(secret)
  }
})

it('the keyed hash is equal for equal texts of one purpose, and for nothing else', () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, anyText, (purpose, text, otherPurpose, otherText) => {
      const isSame = purpose === otherPurpose && text === otherText
      expect(encryption.hash(purpose, text) === encryption.hash(otherPurpose, otherText)).toBe(isSame)
      expect(encryption.hash(purpose, text)).toBe(encryption.hash(purpose, text))
    }),
  )
  expect(encryption.hash('ab', 'c')).not.toBe(encryption.hash('a', 'bc'))
})

it('the keyed hash outlives the data key and dies with the index key', () => {
  expect(createEncryption(keyRingOf([makeKey()]), indexKey).hash('p', 't')).toBe(encryption.hash('p', 't'))
  expect(createEncryption(ring, createSecretKey(randomBytes(32))).hash('p', 't')).not.toBe(encryption.hash('p', 't'))
})

const now = () => new Date()

describe.each(stores)('the keys of a database on $name', ({ makePlace }) => {
  const ring = keyRingOf([makeKey()])
  let at: Place
  let database: Awaited<ReturnType<typeof openDatabase>>
  beforeEach(async () => {
    at = await makePlace()
    database = await openDatabase(at, now)
  })
  afterEach(async () => {
    await database.close()
    await at.remove()
  })

  const open = (keys = ring) => database.transact((db) => openEncryption(db, keys, now().toISOString()))

  it('are the same each time it is opened, also the one that makes the hashes', async () => {
    const [first, again] = [await open(), await open()]
    expect(again.decrypt(first.encrypt('text', place), place)).toBe('text')
    expect(again.hash('p', 'text')).toBe(first.hash('p', 'text'))
  })

  it('are its own: another database hashes otherwise under the same data key', async () => {
    const other = await makePlace()
    const store = await openDatabase(other, now)
    const encryption = await store.transact((db) => openEncryption(db, ring, now().toISOString()))
    expect(encryption.hash('p', 'text')).not.toBe((await open()).hash('p', 'text'))
    await store.close()
    await other.remove()
  })

  it('stay those it was encrypted with when a newer key is at hand', async () => {
    const encrypted = (await open()).encrypt('text', place)
    const newer = await open(keyRingOf([makeKey(), ring.current]))
    expect(newer.encrypt('text', place).split('.')[1]).toBe(ring.current.id)
    expect(newer.decrypt(encrypted, place)).toBe('text')
  })

  it('are refused in words when they are others, or were changed', async () => {
    await open()
    await expect(open(keyRingOf([makeKey()]))).rejects.toThrow(
      /^the database is encrypted with data key [0-9a-f]{16}, and the key at hand is [0-9a-f]{16}: set DATA_KEY/,
    )
    const changed = `v1.${ring.current.id}.${'A'.repeat(96)}`
    await database.transact((db) => db.updateTable('data_keys').set({ check_encrypted: changed }).execute())
    await expect(open()).rejects.toThrow(StoreError)
  })
})
