import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readConfig } from '../settings/config.ts'
import { keyRingOf, keyRingText, makeKey } from './encryption/key-ring.ts'
import { openStore } from './open-store.ts'

let directory: string
let usualMask: number
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'payout-desk-'))
  usualMask = process.umask(0)
})
afterEach(() => {
  process.umask(usualMask)
  rmSync(directory, { recursive: true })
})

const open = (dataDirectory: string) => openStore({ dataDirectory }, () => new Date())
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
const modesIn = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]))

const event = { personId: null, action: 'payout.changed', thing: { type: 'payout', id: 'x' } } as const

it('All that a store writes is for its user alone, though the umask gives it to everybody', async () => {
  const folder = join(directory, 'data')
  const store = await open(folder)
  await store.write(({ audit }) => audit(event))
  const modes = modesIn(folder)
  await store.close()
  const names = ['audit-head', 'data-key', 'payout-desk.db', 'payout-desk.db-shm', 'payout-desk.db-wal', 'running.db']
  expect(modes).toEqual(Object.fromEntries(names.map((name) => [name, '600'])))
  expect(modeOf(folder)).toBe('700')
})

it('What everybody could read is for its user alone once the store is opened, and no other file is touched', async () => {
  const folder = join(directory, 'data')
  const first = await open(folder)
  await first.write(({ audit }) => audit(event))
  chmodSync(folder, 0o777)
  const opened = readdirSync(folder).filter((name) => name !== 'data-key')
  for (const name of opened) chmodSync(join(folder, name), 0o666)
  writeFileSync(join(folder, 'notes.txt'), '', { mode: 0o644 })
  mkdirSync(join(folder, 'payout-desk.db.copies'), { mode: 0o755 })
  const second = await open(folder)
  const modes = modesIn(folder)
  await second.close()
  await first.close()
  expect(opened.length).toBeGreaterThan(4)
  for (const name of opened) expect([name, modes[name]]).toEqual([name, '600'])
  expect(modes).toMatchObject({ 'notes.txt': '644', 'payout-desk.db.copies': '755' })
  expect(modeOf(folder)).toBe('700')
})

it.each([0o640, 0o604, 0o620, 0o602])(
  'A data key of its own with mode %o stops the start, and the line says what to do',
  async (mode) => {
    await (await open(directory)).close()
    const key = join(directory, 'data-key')
    chmodSync(key, mode)
    await expect(open(directory)).rejects.toThrow(
      `the key ${key} can be read or changed by others: run chmod 600 ${key}`,
    )
    chmodSync(key, 0o600)
    await (await open(directory)).close()
  },
)

it.each(['DATA_KEY_FILE', 'DATA_KEY_NEW_FILE'])(
  'A file of %s that others can read stops the start, and the line says what to do',
  (setting) => {
    const file = join(directory, 'key')
    writeFileSync(file, keyRingText(keyRingOf([makeKey()])), { mode: 0o644 })
    expect(() => readConfig({ [setting]: file })).toThrow(
      `${setting} can be read or changed by others: run chmod 600 ${file}`,
    )
    chmodSync(file, 0o400)
    expect(readConfig({ [setting]: file }).data.dataDirectory).not.toBe('')
  },
)
