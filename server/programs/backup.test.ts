import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { openDatabase } from '../store/database.ts'
import type { Store } from '../store/store.ts'
import { approve, enter, payoutIn, step } from '../testing/payouts.ts'
import { seedPayouts } from '../testing/seed-payouts.ts'
import { type Place, stores } from '../testing/stores.ts'
import { startTestApp } from '../testing/test-app.ts'
import { backup, runRestore } from './data-programs.ts'
import { verifyAudit } from './verify-audit.ts'

const tools = { postgresPrograms: inject('postgresPrograms') }

describe.each(stores)('npm run backup and npm run restore on $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  let folder: string
  let file: string
  beforeEach(async () => {
    place = await makePlace()
    store = await place.open()
    folder = mkdtempSync(join(tmpdir(), 'payout-desk-backup-'))
    file = join(folder, 'backup')
    for (const [name, value] of Object.entries(place.environment)) vi.stubEnv(name, value)
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await store.close()
    await place.remove()
    rmSync(folder, { recursive: true })
  })

  it('say what they did, and that the key is to be kept as well', async () => {
    expect(await backup([file], tools)).toEqual({
      isDone: true,
      text:
        `Backed up to ${file}: 0 beneficiaries, 0 payouts, 0 entries in the audit log. The copy was read to its end, and its audit log holds.\n` +
        'It can be restored only with your data key, which is not in it: keep that too, at another place.',
    })
    await store.close()
    const { isDone, text } = await runRestore([file], tools)
    expect(text).toMatch(
      /^Restored: 0 beneficiaries.* The audit log holds, and tells of this restore\. What was there is kept in .*before_restore_\d{8}_\d{6}_\d{3}\.$/,
    )
    expect(isDone).toBe(true)
  })

  it('name the payouts that were exported since the backup, one a line', async () => {
    const payouts = await seedPayouts(store, 2)
    await backup([file], tools)
    await store.write(({ db }) => db.updateTable('payouts').set({ state: 'exported' }).execute())
    await store.close()
    const { isDone, text } = await runRestore([file], tools)
    expect(isDone).toBe(true)
    expect(text.split('\n').slice(1)).toEqual([
      expect.stringMatching(/^2 payouts were exported since .* they can be paid twice\. \S+ has them, too:$/),
      ...payouts.map(({ reference }) => reference),
    ])
    const [, list = ''] = / (\S+) has them, too/.exec(text) ?? []
    expect(readFileSync(list, 'utf8').trim().split('\n')).toEqual(payouts.map(({ reference }) => reference))
  })

  it('bring an approved payout back as one that is exported', async () => {
    const app = await startTestApp(place.environment)
    const { id } = await approve(app.as('Bruno Lima'), payoutIn(await step(app, await enter(app), 'submit')))
    await backup([file], tools)
    await app.stop()
    await store.close()
    await runRestore([file], tools)
    expect(await verifyAudit([])).toMatchObject({ isDone: true })
    const restored = await startTestApp(place.environment)
    const answer = await restored.post('/api/exports', { payoutIds: [id], format: 'json', again: false })
    expect(answer.status, answer.text).toBe(201)
    await restored.stop()
  })

  it('restore over a database that cannot be read, and say what is therefore not known', async () => {
    await backup([file], tools)
    await spoil(place)
    await store.close()
    const { isDone, text } = await runRestore([file], tools)
    expect(text).toContain('it is not known which payouts were exported since')
    expect(isDone).toBe(true)
  })

  /** A database from which the exported payouts cannot be read. */
  async function spoil(of: Place): Promise<void> {
    const database = await openDatabase(of, () => new Date())
    await database.transact((db) => db.schema.dropTable('audit_head').execute())
    await database.close()
  }

  it('say in one line why they did nothing', async () => {
    expect(await backup([], tools)).toEqual({
      isDone: false,
      text: 'Nothing was done: say where to: npm run backup -- <file>.',
    })
    expect((await runRestore([], tools)).text).toBe('Nothing was done: say what from: npm run restore -- <file>.')
    expect((await runRestore([file], tools)).text).toBe(`Nothing was done: there is no ${file}.`)
    // As of a folder that the user of this program may not enter.
    const beneath = join(import.meta.filename, 'backup')
    expect((await runRestore([beneath], tools)).text).toBe(`Nothing was done: ${beneath} cannot be read (ENOTDIR).`)
    writeFileSync(file, '')
    expect((await runRestore([file], tools)).text).toBe(
      'Nothing was done: a server runs on this database: end it first.',
    )
  })
})

it('a backup of PostgreSQL says what to install where its programs are missing', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://127.0.0.1/desk')
  vi.stubEnv('DATA_KEY', 'a'.repeat(64))
  const { text } = await backup([join(tmpdir(), 'never-made')], { postgresPrograms: undefined })
  vi.unstubAllEnvs()
  expect(text).toMatch(/^Nothing was done: pg_dump, pg_restore and psql are not here: install the PostgreSQL client/)
})
