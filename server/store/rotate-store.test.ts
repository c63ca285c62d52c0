import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { encryptedTablesOf, encryptedValues, openAllEncrypted, seedEncrypted } from '../testing/seed-encrypted.ts'
import { dataPrograms } from '../testing/server-program.ts'
import { type Place, stores } from '../testing/stores.ts'
import { readCheckpointFile } from './audit/checkpoint-file.ts'
import { verifyAuditLog } from './audit/verify-audit-log.ts'
import { openDatabase } from './database.ts'
import { keyRingOf, makeKey, readKeyRing, replaceKeyFile } from './encryption/key-ring.ts'
import { allEncrypted } from './encryption/reencrypt.ts'
import { openStore } from './open-store.ts'
import { rotateStore } from './rotate-store.ts'
import type { Store } from './store.ts'

const now = () => new Date()

async function closing<Result>(opening: Promise<Store>, work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await opening
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

describe.each(stores)('a new data key on $name', ({ makePlace }) => {
  let place: Place
  beforeEach(async () => {
    place = await makePlace()
    await closing(place.open(), (store) => seedEncrypted(store, 7))
  })
  afterEach(() => place.remove())

  const keyRing = () => readKeyRing(place.environment.DATA_KEY ?? '')
  const rotateTo = (newKey = makeKey()) => rotateStore({ ...place, keyRing: keyRing(), newKey }, now)

  it('goes through every column of the schema that is encrypted', async () => {
    const tables = await closing(place.open(), ({ db }) => encryptedTablesOf(db))
    const encrypted = tables.map(({ name, columns }) => ({
      table: name,
      columns: columns
        .map((column) => column.name)
        .filter((column) => column.endsWith('_encrypted'))
        .sort(),
    }))
    const listed = allEncrypted
      .filter(({ columns }) => columns.length > 0)
      .map(({ table, columns }) => ({ table, columns: [...columns].sort() }))
    const byTable = (one: { table: string }, other: { table: string }) => (one.table < other.table ? -1 : 1)
    expect([...listed].sort(byTable)).toEqual(encrypted.sort(byTable))
    expect(encrypted.length).toBeGreaterThan(3)
  })

  it('opens everything as it was; the former one opens nothing any more', async () => {
    const before = await closing(place.open(), openAllEncrypted)
    const newKey = makeKey()
    expect(await rotateTo(newKey)).toEqual({ key: newKey, values: before.length, isReencrypted: true })
    expect(await closing(openStore({ ...place, keyRing: keyRingOf([newKey]) }, now), openAllEncrypted)).toEqual(before)
    expect(before.length).toBe(7 * encryptedValues)
    await expect(place.open()).rejects.toThrow(`the database is encrypted with data key ${newKey.id}`)
  })

  it('leaves the keyed hashes as they are, so that everything is still found', async () => {
    const newKey = makeKey()
    const before = await closing(place.open(), async ({ encryption }) => encryption.hash('document', '123'))
    await rotateTo(newKey)
    const reopened = openStore({ ...place, keyRing: keyRingOf([newKey]) }, now)
    expect(await closing(reopened, async ({ encryption }) => encryption.hash('document', '123'))).toBe(before)
  })

  it('is audited with the ids of both keys, and noted outside of the database', async () => {
    const newKey = makeKey()
    await rotateTo(newKey)
    const reopened = openStore({ ...place, keyRing: keyRingOf([newKey]) }, now)
    await closing(reopened, async ({ db, encryption }) => {
      const entries = await db.selectFrom('audit').select(['action', 'thing_type', 'thing_id', 'facts']).execute()
      expect(entries.at(-1)).toMatchObject({ action: 'keys.rotated', thing_type: 'key', thing_id: newKey.id })
      expect(JSON.parse(entries.at(-1)?.facts ?? '')).toMatchObject({ former: keyRing().current.id })
      const noted = readCheckpointFile(place.dataDirectory)?.heads ?? []
      expect(noted.at(-1)?.seq).toBe(entries.length)
      expect(await verifyAuditLog(db, encryption, noted)).toMatchObject({ holds: true })
    })
  })

  it('is refused while an app runs', async () => {
    await closing(place.open(), () =>
      expect(rotateTo()).rejects.toThrow('a server runs on this database: end it first'),
    )
  })

  it('is asked for when it is missing', async () => {
    await expect(rotateStore({ ...place, keyRing: keyRing() }, now)).rejects.toThrow('set DATA_KEY_NEW')
  })

  it('may be the first line of DATA_KEY_FILE, with the former one below', async () => {
    const ring = keyRingOf([makeKey(), keyRing().current])
    const open = () => closing(openStore({ ...place, keyRing: ring }, now), openAllEncrypted)
    const before = await open()
    expect(await rotateStore({ ...place, keyRing: ring }, now)).toMatchObject({
      key: ring.current,
      isReencrypted: true,
    })
    expect(await open()).toEqual(before)
  })

  it('says so when everything is encrypted with it already', async () => {
    const newKey = makeKey()
    await rotateTo(newKey)
    expect(await rotateTo(newKey)).toMatchObject({ key: newKey, isReencrypted: false })
  })

  it('changes nothing when one value does not open', async () => {
    const stored = await openDatabase(place, now)
    await stored.transact((db) =>
      db.updateTable('drafts').set({ content_encrypted: 'v1.00.AA' }).where('id', '=', 'row-3').execute(),
    )
    const rows = () => stored.db.selectFrom('payouts').selectAll().orderBy('id').execute()
    const before = await rows()
    await expect(rotateTo()).rejects.toThrow('content_encrypted in drafts row-3 was changed')
    expect(await rows()).toEqual(before)
    expect(await stored.db.selectFrom('data_keys').select('key_id').execute()).toEqual([
      { key_id: keyRing().current.id },
    ])
    await stored.close()
    await (await place.open()).close()
  })
})

describe('the key that the embedded database made itself', () => {
  let dataDirectory: string
  let keyFile: string
  const open = () => openStore({ dataDirectory }, now)
  const linesOfKeyFile = () => readKeyRing(readFileSync(keyFile, 'utf8')).keys.map(({ id }) => id)
  beforeEach(() => {
    dataDirectory = mkdtempSync(join(tmpdir(), 'payout-desk-'))
    keyFile = join(dataDirectory, 'data-key')
  })
  afterEach(() => rmSync(dataDirectory, { recursive: true }))

  it('the key that the embedded database made itself is replaced in its file, for this user alone, and the former one is gone', async () => {
    await closing(open(), (store) => seedEncrypted(store, 3))
    const [former] = linesOfKeyFile()
    const { key } = await rotateStore({ dataDirectory }, now)
    expect(linesOfKeyFile()).toEqual([key.id])
    expect(key.id).not.toBe(former)
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
    expect(await closing(open(), openAllEncrypted)).toHaveLength(3 * encryptedValues)
    expect(readdirSync(dataDirectory).filter((name) => name.startsWith('data-key'))).toEqual(['data-key'])
  })

  it('the key that the embedded database made itself stays in its file where a payout was changed in the database', async () => {
    await closing(open(), async (store) => {
      await seedEncrypted(store, 3)
      await store.write(({ db }) =>
        db.updateTable('payouts').set({ entered_by: '[]' }).where('id', '=', 'row-2').execute(),
      )
    })
    const before = readFileSync(keyFile, 'utf8')
    await expect(rotateStore({ dataDirectory }, now)).rejects.toThrow('payout row-2 was changed outside of the app')
    expect(readFileSync(keyFile, 'utf8')).toBe(before)
  })

  it('the key that the embedded database made itself leaves nothing in the file of the database that the former key opens', async () => {
    await closing(open(), (store) => seedEncrypted(store, 50))
    const [former] = linesOfKeyFile()
    await rotateStore({ dataDirectory }, now)
    const files = readdirSync(dataDirectory).filter((name) => name.startsWith('payout-desk.db'))
    expect(files).toContain('payout-desk.db')
    for (const name of files) expect(readFileSync(join(dataDirectory, name), 'latin1')).not.toContain(`v1.${former}`)
  })

  it('the key that the embedded database made itself is completed by a second run, when the first ended after the key was written', async () => {
    await closing(open(), (store) => seedEncrypted(store, 3))
    const next = makeKey()
    replaceKeyFile(keyFile, keyRingOf([next, ...readKeyRing(readFileSync(keyFile, 'utf8')).keys]))
    await closing(open(), openAllEncrypted)
    expect(await rotateStore({ dataDirectory }, now)).toMatchObject({ key: { id: next.id }, isReencrypted: true })
    expect(linesOfKeyFile()).toEqual([next.id])
  })

  it('the key that the embedded database made itself is completed by a second run, when the first ended after everything was encrypted again', async () => {
    await closing(open(), (store) => seedEncrypted(store, 3))
    const both = [makeKey(), ...readKeyRing(readFileSync(keyFile, 'utf8')).keys]
    await rotateStore({ dataDirectory, keyRing: keyRingOf(both) }, now)
    replaceKeyFile(keyFile, keyRingOf(both))
    await closing(open(), openAllEncrypted)
    expect(await rotateStore({ dataDirectory }, now)).toMatchObject({ key: { id: both[0]?.id }, isReencrypted: false })
    expect(linesOfKeyFile()).toEqual([both[0]?.id])
  })

  it('the key that the embedded database made itself is not made where there is no database', async () => {
    await expect(rotateStore({ dataDirectory: join(dataDirectory, 'empty') }, now)).rejects.toThrow(
      'there is no database in',
    )
    expect(existsSync(join(dataDirectory, 'empty'))).toBe(false)
  })

  it('the key that the embedded database made itself is at hand when kill -9 comes right after everything was encrypted again', async () => {
    await closing(open(), (store) => seedEncrypted(store, 100))
    const watched = await openDatabase({ dataDirectory }, now)
    const inUse = async () => (await watched.db.selectFrom('data_keys').select('key_id').execute())[0]?.key_id
    const former = await inUse()
    const rotation = startRotation(dataDirectory)
    await expect.poll(inUse, { interval: 1, timeout: 30_000 }).not.toBe(former)
    await rotation.kill()
    await watched.close()
    expect(await closing(open(), openAllEncrypted)).toHaveLength(100 * encryptedValues)
    await rotateStore({ dataDirectory }, now)
    expect(linesOfKeyFile()).toHaveLength(1)
  })

  it('the key that the embedded database made itself survives kill -9 at any moment: everything opens, and a later run completes', {
    timeout: 180_000,
  }, async () => {
    await closing(open(), (store) => seedEncrypted(store, isSoak ? 300 : 100))
    const before = await closing(open(), openAllEncrypted)
    const began = performance.now()
    await rotateStore({ dataDirectory }, now)
    const durationMs = performance.now() - began
    for (let round = 0; round < rounds; round += 1) {
      const rotation = startRotation(dataDirectory)
      await rotation.begun
      await wait(((round + Math.random()) / rounds) * durationMs * 1.3)
      await rotation.kill()
      expect(await closing(open(), openAllEncrypted)).toEqual(before)
      expect(linesOfKeyFile().length).toBeLessThanOrEqual(2)
    }
    await rotateStore({ dataDirectory }, now)
    expect(linesOfKeyFile()).toHaveLength(1)
    expect(await closing(open(), openAllEncrypted)).toEqual(before)
    await closing(open(), async ({ db, encryption }) => {
      const noted = readCheckpointFile(dataDirectory)?.heads ?? []
      expect(await verifyAuditLog(db, encryption, noted)).toMatchObject({ holds: true })
    })
  })
})

/** `npm run soak` looks longer, at more. */
const isSoak = inject('testSet') === 'soak'

const rounds = isSoak ? 200 : 2

interface RunningRotation {
  /** Once the program's modules are loaded. */
  readonly begun: Promise<unknown>
  /** At once, also when it has ended by itself. */
  kill(): Promise<unknown>
}

function startRotation(dataDirectory: string): RunningRotation {
  const { PATH } = process.env
  const program = `import { programs } from '${pathToFileURL(dataPrograms())}'; process.stdout.write('begins'); await programs['rotate-key']()`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { PATH, DATA_DIR: dataDirectory },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  return {
    begun: once(child.stdout, 'data'),
    kill: () => {
      child.kill('SIGKILL')
      return closed
    },
  }
}
