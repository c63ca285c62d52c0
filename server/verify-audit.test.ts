import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDatabase } from './store/open-database.ts'
import type { Store } from './store/store.ts'
import { type Place, stores } from './testing/stores.ts'
import { verifyAudit } from './verify-audit.ts'

const event = { personId: null, action: 'payout.changed', thing: { type: 'payout', id: 'x' } } as const
const now = () => new Date('2026-11-21T12:00:00.000Z')

describe.each(stores)('npm run verify-audit on $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  let headFile: string
  beforeEach(async () => {
    place = await makePlace()
    store = await place.open(now)
    headFile = join(place.dataDirectory, 'audit-head')
    for (let count = 0; count < 3; count += 1) await store.write(({ record }) => record(event))
    for (const [name, value] of Object.entries(place.environment)) vi.stubEnv(name, value)
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await store.close()
    await place.remove()
  })

  it('says, while a desk runs, that the record holds and how far that is vouched for', async () => {
    expect(await verifyAudit()).toEqual({
      isDone: true,
      text: 'The record holds: 3 entries, the last of 2026-11-21T12:00:00.000Z.\nThe file audit-head vouches for all of it.',
    })
  })

  it('names the first wrong entry in one line', async () => {
    const database = await openDatabase(place, now)
    await database.transact((db) => db.updateTable('audit').set({ person_id: 'p2' }).where('seq', '>', 1).execute())
    await database.close()
    expect(await verifyAudit()).toEqual({
      isDone: false,
      text: 'The record does not hold: entry 2 was changed: its content is not what its hash was made of.',
    })
  })

  it('says how far the head file goes when it is behind, and which of its lines cannot be read', async () => {
    const [first, second] = readFileSync(headFile, 'utf8').split('\n')
    writeFileSync(headFile, `${first}\n${second}\n3 00\n`)
    expect((await verifyAudit()).text).toMatch(
      /\nThe file audit-head vouches for its first 2 entries\.\nLines of audit-head that cannot be read: 1\.$/,
    )
  })

  it('warns that the head file is missing, and makes it', async () => {
    rmSync(headFile)
    expect(await verifyAudit()).toMatchObject({ isDone: true, text: expect.stringContaining('audit-head is missing') })
    expect((await verifyAudit()).text).toContain('vouches for all of it')
  })
})

describe('npm run verify-audit', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('makes no database where there is none', async () => {
    vi.stubEnv('DATABASE_URL', '')
    vi.stubEnv('DATA_DIR', '/nowhere/at/all')
    expect(await verifyAudit()).toEqual({
      isDone: false,
      text: 'Nothing was done: there is no database in /nowhere/at/all.',
    })
  })
})
