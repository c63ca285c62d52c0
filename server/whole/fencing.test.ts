import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { findPayoutPage } from '../payouts/find-payouts.ts'
import { backup, rotateKey, runRestore } from '../programs/data-programs.ts'
import type { ProgramAnswer } from '../programs/program-answer.ts'
import { MissingKeyError } from '../store/encryption/encryption.ts'
import { keyRingOf, keyRingText, makeKey } from '../store/encryption/key-ring.ts'
import { openStore } from '../store/open-store.ts'
import { named } from '../testing/beneficiaries.ts'
import { enter } from '../testing/payouts.ts'
import { memberOf } from '../testing/people.ts'
import { openAllEncrypted } from '../testing/seed-encrypted.ts'
import { type Place, stores } from '../testing/stores.ts'
import { startTestApp } from '../testing/test-app.ts'

const tools = { postgresPrograms: inject('postgresPrograms') }

const surnames = ['Annan', 'Boateng', 'Danso', 'Frimpong', 'Gyasi', 'Kwarteng', 'Nkansah', 'Opoku', 'Sarpong', 'Yeboah']

describe.each(stores)('a server on $name that has lost its lock without knowing', ({ makePlace }) => {
  let place: Place
  beforeEach(async () => {
    place = await makePlace()
    for (const [name, value] of Object.entries(place.environment)) vi.stubEnv(name, value)
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await place.remove()
  })

  it('writes nothing under the former data key while and after rotate-key runs, and asks to be restarted', async () => {
    const app = await startTestApp(place.environment)
    const add = (name: string) => app.post('/api/beneficiaries', { entry: named('Kofi', name), confirmed: [] })
    expect((await add('Mensah')).status).toBe(201)
    await enter(app)
    const reader = await place.open()
    const key = makeKey()
    vi.stubEnv('DATA_KEY_NEW', keyRingText(keyRingOf([key])).trim())
    const adding = Promise.all(surnames.map(add))
    await runBeside(place, rotateKey)
    const added = (await adding).filter(({ status }) => status === 201)
    expect((await add('Owusu')).status).not.toBe(201)
    expect(await app.get('/readyz')).toMatchObject({
      status: 503,
      json: { code: 'STORE_KEY_CHANGED', retryable: false },
    })
    // No payout was changed outside of the app: its MAC is by the other key. Over HTTP all sessions have ended.
    await expect(findPayoutPage(reader, memberOf({ id: 'p', name: 'Ana' }), {})).rejects.toThrow(MissingKeyError)
    await reader.close()
    expect(app.logged()).toContain('the data key of the database was changed while this server ran: restart it')
    await app.stop()
    const store = await openStore({ ...place, keyRing: keyRingOf([key]) }, () => new Date())
    expect((await openAllEncrypted(store)).length).toBeGreaterThan(added.length)
    expect(await store.db.selectFrom('beneficiaries').select('id').execute()).toHaveLength(2 + added.length)
    await store.close()
  })

  it('writes nothing after a restore', async () => {
    const app = await startTestApp(place.environment)
    const add = (name: string) => app.post('/api/beneficiaries', { entry: named('Kofi', name), confirmed: [] })
    expect((await add('Mensah')).status).toBe(201)
    const file = join(place.dataDirectory, 'backup')
    expect(await backup([file], tools)).toMatchObject({ isDone: true })
    await runBeside(place, () => runRestore([file], tools))
    expect((await add('Owusu')).status).not.toBe(201)
    await app.stop()
    const store = await place.open()
    expect(await store.db.selectFrom('beneficiaries').select('id').execute()).toHaveLength(1)
    await store.close()
  })
})

/** Runs a program that must be alone in the moment in which the server has no lock, which may take some tries to meet. */
async function runBeside(place: Place, program: () => Promise<ProgramAnswer>): Promise<void> {
  for (;;) {
    await loseLock(place)
    const { isDone, text } = await program()
    if (isDone) return
    // On a busy machine it can also meet the writes of the server that has lost its lock.
    expect(text).toMatch(/a server runs on this database|more is asked of the database/)
  }
}

/** PostgreSQL breaks the connection that holds the lock; for SQLite the test removes the locked file. */
async function loseLock({ databaseUrl, dataDirectory }: Place): Promise<void> {
  if (databaseUrl === undefined) return rmSync(join(dataDirectory, 'running.db'), { force: true })
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'payout-desk lock'",
  )
  await client.end()
}
