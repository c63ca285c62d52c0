import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../open-store.ts'
import {
  keyRingOf,
  keyRingText,
  leftOverKeyFiles,
  makeKey,
  ownKeyFileIn,
  ownKeyRing,
  readKeyRing,
  replaceKeyFile,
} from './key-ring.ts'

const hexadecimal = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff'
const base64 = Buffer.from(hexadecimal, 'hex').toString('base64')

it('the key ring reads keys one a line; the first is current', () => {
  const ring = keyRingOf([makeKey(), makeKey(), makeKey()])
  const read = readKeyRing(`\n${keyRingText(ring)}\r\n`)
  expect(read.keys.map(({ id }) => id)).toEqual(ring.keys.map(({ id }) => id))
  expect(read.current.id).toBe(ring.current.id)
})

it.each([
  base64,
  base64.replace('=', ''),
  hexadecimal.toUpperCase(),
  Buffer.from(hexadecimal, 'hex').toString('base64url'),
])('the key ring knows a key by the same id however it is written: %s', (text) => {
  expect(readKeyRing(text).current.id).toBe(readKeyRing(hexadecimal).current.id)
})

it('the key ring reveals nothing of the key in its id', () => {
  const { id } = readKeyRing(hexadecimal).current
  expect(id).toMatch(/^[0-9a-f]{16}$/)
  expect(hexadecimal).not.toContain(id)
})

it.each(['', '  \n', 'secret password', hexadecimal.slice(1), `${base64}A`, `${base64}\nnonsense`])(
  'the key ring refuses what is no key without quoting it: %j',
  (text) => {
    expect(() => readKeyRing(text)).toThrow(
      /^must be 32 random bytes in base64 or hexadecimal, such as `openssl rand -base64 32` makes$/,
    )
  },
)

it('the key ring does not show a key where it is printed or written out', () => {
  const ring = readKeyRing(hexadecimal)
  const shown = [inspect(ring, { depth: 9, showHidden: true }), JSON.stringify(ring), String(ring.current.secret)]
  for (const text of shown) {
    expect(text).not.toContain(base64.slice(0, 12))
    expect(text.replaceAll(/\W/g, '').toLowerCase()).not.toContain(hexadecimal.slice(0, 12))
  }
})

describe("the embedded database's own key", () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'payout-desk-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const open = () => openStore({ dataDirectory: folder }, () => new Date())

  it("the embedded database's own key is replaced without a trace of a rotation that was killed", () => {
    const path = ownKeyFileIn(folder)
    const [former, next] = [keyRingOf([makeKey()]), keyRingOf([makeKey()])]
    replaceKeyFile(path, former)
    writeFileSync(`${path}.draft`, 'two keys of a rotation that was killed')
    replaceKeyFile(path, next)
    expect(readdirSync(folder)).toEqual(['data-key'])
    expect(readKeyRing(readFileSync(path, 'utf8')).current.id).toBe(next.current.id)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('what an older rotation that was killed has left is named at the start, and nothing else', () => {
    for (const name of ['data-key', 'data-key.4711', 'data-key.draft', 'data-key.bak', 'payout-desk.db'])
      writeFileSync(join(folder, name), '')
    expect(leftOverKeyFiles(folder)).toEqual([join(folder, 'data-key.4711')])
    expect(leftOverKeyFiles(join(folder, 'nowhere'))).toEqual([])
  })

  it("the embedded database's own key is made once, for the owner of the folder alone", async () => {
    const [first, second] = [ownKeyRing(folder), ownKeyRing(folder)]
    expect(second.current.id).toBe(first.current.id)
    expect(statSync(ownKeyFileIn(folder)).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['data-key'])
  })

  it("the embedded database's own key opens the database again after a restart", async () => {
    const place = { table: 't', id: '1', column: 'c' }
    const store = await open()
    const encrypted = store.encryption.encrypt('secret', place)
    await store.close()
    const again = await open()
    expect(again.encryption.decrypt(encrypted, place)).toBe('secret')
    await again.close()
  })

  it("the embedded database's own key is never made again for a database that has rows of another", async () => {
    await (await open()).close()
    rmSync(ownKeyFileIn(folder))
    await expect(open()).rejects.toThrow(/the key .* is missing: bring it back/)
    expect(readdirSync(folder)).not.toContain('data-key')
  })

  it("the embedded database's own key is told from what is none", async () => {
    writeFileSync(ownKeyFileIn(folder), 'a note', { mode: 0o600 })
    await expect(open()).rejects.toThrow(/the key .* cannot be read/)
  })

  it("the embedded database's own key is in a folder that others cannot look into", async () => {
    const inner = join(folder, 'new', 'data')
    await (await openStore({ dataDirectory: inner }, () => new Date())).close()
    expect(statSync(inner).mode & 0o777).toBe(0o700)
  })

  it("the embedded database's own key is not made where no folder can be", async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const opening = openStore({ dataDirectory: join(file, 'data') }, () => new Date())
    await expect(opening).rejects.toThrow(/DATA_DIR .* cannot be used: .*\(ENOTDIR\)/)
  })
})
