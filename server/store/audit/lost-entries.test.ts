import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { verifyAudit } from '../../programs/verify-audit.ts'
import { type Place, stores } from '../../testing/stores.ts'
import { backUp } from '../backup/backup.ts'
import { restore } from '../backup/restore.ts'
import { openDatabase } from '../database.ts'
import { makeKey } from '../encryption/key-ring.ts'
import { openStore } from '../open-store.ts'
import { rotateStore } from '../rotate-store.ts'
import type { Tables } from '../schema.ts'
import type { Store } from '../store.ts'
import { appendEntry } from './followed-log.ts'

const event = { personId: null, action: 'payout.changed', thing: { type: 'payout', id: 'x' } } as const
const tools = { postgresPrograms: inject('postgresPrograms') }

/** The time of the nth entry. */
const timeOf = (seq: number) => `2026-11-21T12:00:0${seq}.000Z`

describe.each(stores)('a database on $name that has lost entries of its audit log', ({ name: kind, makePlace }) => {
  let place: Place
  let store: Store
  let checkpointFile: string
  let seconds: number
  beforeEach(async () => {
    place = await makePlace()
    checkpointFile = join(place.dataDirectory, 'audit-head')
    seconds = 0
    store = await place.open(() => new Date(timeOf(seconds)))
    await write(5)
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await store.close()
    await place.remove()
  })

  async function write(entries: number): Promise<void> {
    for (let count = 0; count < entries; count += 1) {
      seconds += 1
      await store.write(({ audit }) => audit(event))
    }
  }

  const start = async () => {
    store = await place.open(() => new Date(timeOf(seconds)))
  }

  /** As if the end of its log had never reached the disk, or an old copy had been put in its place. */
  const cutAfter = (seq: number) =>
    tamper(async (db) => {
      await db.deleteFrom('audit').where('seq', '>', seq).execute()
      const { mac, at } = await db.selectFrom('audit').selectAll().where('seq', '=', seq).executeTakeFirstOrThrow()
      await db.updateTable('audit_head').set({ seq, mac, at }).execute()
    })

  async function tamper(work: (db: Kysely<Tables>) => Promise<unknown>): Promise<void> {
    const database = await openDatabase(place, () => new Date(timeOf(seconds)))
    await database.transact(work)
    await database.close()
  }

  async function empty(): Promise<void> {
    if (place.databaseUrl !== undefined) {
      return tamper((db) => sql`drop schema public cascade; create schema public`.execute(db))
    }
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(place.dataDirectory, `payout-desk.db${suffix}`))
  }

  it('does not open, and one line says how many are missing, since when, and which command accepts that', async () => {
    await store.close()
    await cutAfter(3)
    await expect(start()).rejects.toThrow(
      `the database lacks 2 entries of the audit log (4 to 5), written since ${timeOf(4)}, and all that they tell of, as ${checkpointFile} shows: ` +
        'bring the whole database back, or restore a backup; or, once a person has looked and accepts the loss, ' +
        'npm run verify-audit -- --accept "<their name>"',
    )
  })

  it('does not open either where it has gone on another way since', async () => {
    await store.close()
    await cutAfter(3)
    await tamper(async (db) => {
      for (let count = 0; count < 4; count += 1) await appendEntry(db, store.encryption, event, timeOf(6))
    })
    await expect(start()).rejects.toThrow('lacks 2 entries of the audit log (4 to 5)')
  })

  it('does not open when it is empty or missing, and nothing is made in its place', async () => {
    await store.close()
    await empty()
    await expect(start()).rejects.toThrow(
      `the database is empty or missing: it lacks 5 entries of the audit log (1 to 5), written since ${timeOf(1)}`,
    )
    await expect(start()).rejects.toThrow('is empty or missing')
    expect(existsSync(join(place.dataDirectory, 'payout-desk.db'))).toBe(false)
  })

  it('is not backed up, and gets no other data key', async () => {
    await store.close()
    await cutAfter(4)
    const backup = join(place.dataDirectory, 'backup')
    await expect(backUp(place, backup, tools, new Date())).rejects.toThrow('lacks one entry of the audit log (5 to 5)')
    expect(existsSync(backup)).toBe(false)
    const rotating = rotateStore({ ...place, newKey: makeKey() }, () => new Date())
    await expect(rotating).rejects.toThrow('lacks one entry')
  })

  it.each([
    ['a part of its entries', () => cutAfter(3), 3, 2, 'without 2 entries that are lost: 4 entries'],
    ['all of its entries', empty, 0, 5, 'without 5 entries that are lost: one entry'],
  ])(
    'opens again once a person has accepted the loss of %s, which is audited',
    async (_, lose, left, missing, text) => {
      await store.close()
      await lose()
      for (const [name, value] of Object.entries(place.environment)) vi.stubEnv(name, value)
      expect(await verifyAudit(['--accept'])).toMatchObject({
        isDone: false,
        text: expect.stringContaining('says who has looked'),
      })
      expect(await verifyAudit(['--accept', 'Ana', 'Souza'])).toMatchObject({
        isDone: true,
        text: expect.stringContaining(text),
      })
      await start()
      const entries = await store.db.selectFrom('audit').selectAll().orderBy('seq').execute()
      expect(entries).toHaveLength(left + 1)
      expect(entries.at(-1)).toMatchObject({ action: 'audit.accepted', person_id: null })
      expect(JSON.parse(entries.at(-1)?.facts ?? '')).toMatchObject({
        acceptedBy: 'Ana Souza',
        missing,
        missingSince: timeOf(left + 1),
        formerSeq: 5,
      })
      expect(await verifyAudit([])).toMatchObject({
        isDone: true,
        text: expect.stringContaining('vouches for all of it'),
      })
      expect(readdirSync(place.dataDirectory).some((file) => file.startsWith('audit-head.before_'))).toBe(true)
    },
  )

  it('is told from one whose checkpoint file is behind, torn at its end, empty or missing: that one opens', async () => {
    await store.close()
    const [first] = readFileSync(checkpointFile, 'utf8').trim().split(/\n+/)
    for (const text of [`${first}\n`, `${first}\n9 00`, '']) {
      writeFileSync(checkpointFile, text)
      await start()
      await store.close()
    }
    rmSync(checkpointFile)
    await start()
  })

  it('opens after a restore beside a checkpoint file of before it, as that of a second server, and is refused again once more is lost', async () => {
    const backup = join(place.dataDirectory, 'backup')
    await backUp(place, backup, tools, new Date())
    await write(2)
    await store.close()
    const before = readFileSync(checkpointFile, 'utf8')
    await restore(place, backup, tools, new Date(timeOf(8)))
    writeFileSync(checkpointFile, before)
    await start()
    seconds = 8
    await write(1)
    await store.close()
    await cutAfter(6)
    await expect(start()).rejects.toThrow('lacks one entry of the audit log (7 to 7)')
  })

  it('is restored over like one that cannot be read: which payouts it had exported is unknown', async () => {
    const backup = join(place.dataDirectory, 'backup')
    await backUp(place, backup, tools, new Date())
    await store.close()
    await empty()
    expect(await restore(place, backup, tools, new Date(timeOf(8)))).toMatchObject({ exportedSince: undefined })
    await start()
    const last = await store.db.selectFrom('audit').select('facts').orderBy('seq', 'desc').executeTakeFirstOrThrow()
    expect(JSON.parse(last.facts)).toMatchObject({ formerSeq: 5 })
  })

  it.runIf(kind === 'SQLite')('does not open without the file of its log that the last writes are in', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'payout-desk-'))
    for (const file of ['payout-desk.db', 'audit-head']) {
      copyFileSync(join(place.dataDirectory, file), join(folder, file))
    }
    const copied = openStore({ dataDirectory: folder, keyRing: place.keyRing }, () => new Date())
    await expect(copied).rejects.toThrow('lacks 5 entries of the audit log (1 to 5)')
    rmSync(folder, { recursive: true })
  })
})
