import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { appendEntry } from '../store/audit/followed-log.ts'
import { openDatabase } from '../store/database.ts'
import { openStore } from '../store/open-store.ts'
import type { Tables } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { type Place, stores } from '../testing/stores.ts'
import { verifyAudit } from './verify-audit.ts'

const event = { personId: null, action: 'payout.changed', thing: { type: 'payout', id: 'x' } } as const
const now = () => new Date('2026-11-21T12:00:00.000Z')

describe.each(stores)('npm run verify-audit on $name', ({ name, makePlace }) => {
  let place: Place
  let store: Store
  let checkpointFile: string
  beforeEach(async () => {
    place = await makePlace()
    store = await place.open(now)
    checkpointFile = join(place.dataDirectory, 'audit-head')
    for (let count = 0; count < 3; count += 1) await store.write(({ audit }) => audit(event))
    for (const [name, value] of Object.entries(place.environment)) vi.stubEnv(name, value)
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await store.close()
    await place.remove()
  })

  it('says, while an app runs, that the audit log holds and how far that is vouched for', async () => {
    expect(await verifyAudit([])).toEqual({
      isDone: true,
      text: 'The audit log holds: 3 entries, the last of 2026-11-21T12:00:00.000Z.\nThe file audit-head vouches for all of it.\nEvery payout, export and name of staff is as the audit log says.',
    })
  })

  it('names the first wrong entry in one line', async () => {
    await tamper((db) => db.updateTable('audit').set({ person_id: 'p2' }).where('seq', '>', 1).execute())
    expect(await verifyAudit([])).toEqual({
      isDone: false,
      text: 'The audit log does not hold: entry 2 was changed or forged: the app did not write it as it is.',
    })
  })

  it('says how far the checkpoint file goes when it is behind, and which of its lines cannot be read', async () => {
    const [first, second] = readFileSync(checkpointFile, 'utf8').trim().split(/\n+/)
    writeFileSync(checkpointFile, `${first}\n${second}\n3 00\n`)
    expect((await verifyAudit([])).text).toMatch(
      /\nThe file audit-head vouches for its first 2 entries\.\nLines of audit-head that cannot be read: 1\.\n/,
    )
  })

  it('does not say that an audit log holds for which no checkpoint file vouches, however often it is asked', async () => {
    rmSync(checkpointFile)
    await forgeAll()
    for (const attempt of [1, 2]) {
      expect(await verifyAudit([]), `attempt ${attempt}`).toMatchObject({
        isDone: false,
        text: expect.stringMatching(/^Nothing vouches for the audit log: .*audit-head is missing\..* --accept/s),
      })
      expect(existsSync(checkpointFile)).toBe(false)
    }
  })

  it('does not say so either when the checkpoint file was begun again by the next entry', async () => {
    rmSync(checkpointFile)
    await store.write(({ audit }) => audit(event))
    expect(await verifyAudit([])).toMatchObject({
      isDone: false,
      text: expect.stringMatching(/^Nothing vouches for entries 1 to 3: .*audit-head begins with entry 4\./s),
    })
  })

  it.runIf(name === 'PostgreSQL')(
    'takes the copied checkpoint file of the first server for a second machine, and refuses another',
    async () => {
      const second = mkdtempSync(join(tmpdir(), 'payout-desk-'))
      vi.stubEnv('DATA_DIR', second)
      const serve = async () => {
        const server = await openStore({ ...place, dataDirectory: second }, now)
        await server.write(({ audit }) => audit(event))
        await server.close()
      }
      await serve()
      expect((await verifyAudit([])).text).toMatch(/^Nothing vouches for entries 1 to 3: .*begins with entry 4\./s)
      copyFileSync(checkpointFile, join(second, 'audit-head'))
      await serve()
      await store.write(({ audit }) => audit(event))
      expect((await verifyAudit([])).text).toMatch(/^The audit log holds: 6 entries.*its first 5 entries\./s)
      writeFileSync(join(second, 'audit-head'), `2 ${'0'.repeat(43)} 2026-11-21T12:00:00.000Z\n`)
      expect((await verifyAudit([])).text).toMatch(/^The audit log does not hold: entry 2 was forged: /)
      rmSync(second, { recursive: true })
    },
  )

  it('begins the checkpoint file again once a person has accepted the audit log as it is, and keeps the former one', async () => {
    writeFileSync(checkpointFile, `3 ${'0'.repeat(43)} 2026-11-21T12:00:00.000Z\n`)
    expect(await verifyAudit([])).toMatchObject({ isDone: false, text: expect.stringContaining('entry 3 was forged') })
    expect(await verifyAudit(['--accept', 'Ana'])).toMatchObject({
      isDone: true,
      text: expect.stringMatching(
        /^Accepted as it is, without 3 entries that are lost: 4 entries.* kept as .*audit-head\.before_/s,
      ),
    })
    expect(await verifyAudit([])).toMatchObject({
      isDone: true,
      text: expect.stringContaining('vouches for all of it'),
    })
    expect(readdirSync(place.dataDirectory).some((name) => name.startsWith('audit-head.before_'))).toBe(true)
  })

  it('accepts no audit log that does not hold in itself', async () => {
    await tamper((db) => db.updateTable('audit').set({ person_id: 'p2' }).where('seq', '=', 2).execute())
    const before = readFileSync(checkpointFile, 'utf8')
    expect(await verifyAudit(['--accept', 'Ana'])).toMatchObject({
      isDone: false,
      text: expect.stringContaining('does not hold: entry 2 was changed'),
    })
    expect(readFileSync(checkpointFile, 'utf8')).toBe(before)
  })

  it('knows no other word', async () => {
    expect(await verifyAudit(['--acept'])).toMatchObject({ isDone: false, text: expect.stringContaining('--accept') })
  })

  it('refuses a database that is not of Payout Desk', async () => {
    await tamper((db) => db.schema.dropTable('migrations').execute())
    expect(await verifyAudit([])).toMatchObject({
      isDone: false,
      text: 'Nothing was done: this is no database of Payout Desk: look at DATABASE_URL and DATA_DIR.',
    })
  })

  it('finds by its witness alone that the end was cut off by a person who moved audit-head back, too, also once the server went on', async () => {
    const witness = join(place.dataDirectory, '..', `witness-of-${basename(place.dataDirectory)}`)
    const lines = readFileSync(checkpointFile, 'utf8').trim().split(/\n+/)
    // Cut off as it was written, after which another attempt began a line of its own.
    writeFileSync(witness, `\n${lines[0]}\n\n${lines[1]?.slice(0, 40)}\n${lines[2]}\n${lines[2]?.slice(0, 60)}`)
    expect(await verifyAudit(['--witness', witness])).toMatchObject({
      isDone: true,
      text: expect.stringMatching(
        /agrees with the audit log in each of its lines: 2\.\nLines of it that were cut off .*: 2\./,
      ),
    })
    await tamper(async (db) => {
      await db.deleteFrom('audit').where('seq', '=', 3).execute()
      await sql`update audit_head set seq = 2, mac = (select mac from audit where seq = 2)`.execute(db)
    })
    writeFileSync(checkpointFile, `${lines[0]}\n${lines[1]}\n`)
    const isFound = { isDone: false, text: expect.stringContaining('its line 3 is of entry 3, written 2026-11-21') }
    expect(await verifyAudit([])).toMatchObject({ isDone: true })
    expect(await verifyAudit(['--witness', witness])).toMatchObject(isFound)
    await store.close()
    store = await place.open(now)
    for (let count = 0; count < 2; count += 1) await store.write(({ audit }) => audit({ ...event, personId: 'p2' }))
    expect(await verifyAudit([])).toMatchObject({ isDone: true })
    expect(await verifyAudit(['--witness', witness])).toMatchObject(isFound)
    writeFileSync(witness, `${lines[0]}\nnonsense\n`)
    expect(await verifyAudit(['--witness', witness])).toMatchObject({
      isDone: false,
      text: expect.stringContaining('Line 2 of'),
    })
    rmSync(witness)
  })

  it('does not hold a loss against its witness that a person has accepted', async () => {
    const witness = join(place.dataDirectory, '..', `witness-of-${basename(place.dataDirectory)}`)
    writeFileSync(witness, readFileSync(checkpointFile, 'utf8'))
    await forgeAll()
    await verifyAudit(['--accept', 'Ana'])
    expect(await verifyAudit(['--witness', witness])).toMatchObject({
      isDone: true,
      text: expect.stringMatching(/in each of its lines: 0\.\nLines of an audit log that this one replaced, .*: 3\./),
    })
    rmSync(witness)
  })

  /** As an attacker would who can write to the database, past the program. */
  async function tamper(work: (db: Kysely<Tables>) => Promise<unknown>): Promise<void> {
    const database = await openDatabase(place, now)
    await database.transact(work)
    await database.close()
  }

  /** Another audit log, whose chain is right. */
  const forgeAll = () =>
    tamper(async (db) => {
      await db.deleteFrom('audit').execute()
      await db.deleteFrom('audit_head').execute()
      for (let count = 0; count < 3; count += 1) {
        await appendEntry(db, store.encryption, { ...event, personId: 'p2' }, now().toISOString())
      }
    })
})

describe('npm run verify-audit', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('npm run verify-audit makes no database where there is none', async () => {
    vi.stubEnv('DATABASE_URL', '')
    vi.stubEnv('DATA_DIR', '/nowhere/at/all')
    expect(await verifyAudit([])).toEqual({
      isDone: false,
      text: 'Nothing was done: there is no database in /nowhere/at/all.',
    })
  })
})
