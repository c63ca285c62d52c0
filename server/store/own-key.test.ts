import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from './open-store.ts'
import { ownKeyFileIn, ownKeyRing } from './own-key.ts'

describe("the embedded database's own key", () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'payout-desk-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const open = () => openStore({ dataDirectory: folder }, () => new Date())

  it('is made once, for the owner of the folder alone', async () => {
    const [first, second] = [ownKeyRing(folder), ownKeyRing(folder)]
    expect(second.current.id).toBe(first.current.id)
    expect(statSync(ownKeyFileIn(folder)).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['data-key'])
  })

  it('opens the database again after a restart', async () => {
    const place = { table: 't', id: '1', column: 'c' }
    const store = await open()
    const encrypted = store.encryption.encrypt('secret', place)
    await store.close()
    const again = await open()
    expect(again.encryption.decrypt(encrypted, place)).toBe('secret')
    await again.close()
  })

  it('is never made again for a database that has rows of another', async () => {
    await (await open()).close()
    rmSync(ownKeyFileIn(folder))
    await expect(open()).rejects.toThrow(/the key .* is missing: bring it back/)
    expect(readdirSync(folder)).not.toContain('data-key')
  })

  it('is told from what is none', async () => {
    writeFileSync(ownKeyFileIn(folder), 'a note')
    await expect(open()).rejects.toThrow(/the key .* cannot be read/)
  })

  it('stands in a folder that others cannot look into', async () => {
    const inner = join(folder, 'new', 'data')
    await (await openStore({ dataDirectory: inner }, () => new Date())).close()
    expect(statSync(inner).mode & 0o777).toBe(0o700)
  })

  it('is not made where no folder can be', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const opening = openStore({ dataDirectory: join(file, 'data') }, () => new Date())
    await expect(opening).rejects.toThrow(/DATA_DIR .* cannot be used \(ENOTDIR\)/)
  })
})
