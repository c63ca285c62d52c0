import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Place, stores } from '../../testing/stores.ts'
import { openDatabase } from '../open-database.ts'
import { StoreError } from '../store-error.ts'
import { keyRingOf, makeKey } from './key-ring.ts'
import { openEncryption } from './open-encryption.ts'

const now = () => new Date()
const place = { table: 'drafts', id: 'd1', column: 'content_encrypted' }

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
      /^the database is sealed with data key [0-9a-f]{16}, and the key at hand is [0-9a-f]{16}: set DATA_KEY/,
    )
    const changed = `v1.${ring.current.id}.${'A'.repeat(96)}`
    await database.transact((db) => db.updateTable('data_keys').set({ check_encrypted: changed }).execute())
    await expect(open()).rejects.toThrow(StoreError)
  })
})
