import { sql } from 'kysely'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeOnPostgres, type Place } from '../testing/stores.ts'
import { holdAlone, openDatabase } from './database.ts'
import { writersLock } from './postgres-writer.ts'
import type { Store } from './store.ts'

describeOnPostgres('a store on PostgreSQL', ({ makePlace }) => {
  let place: Place
  let store: Store
  beforeEach(async () => {
    place = await makePlace()
    store = await place.open()
  })
  afterEach(async () => {
    await store.close()
    await place.remove()
  })

  const readOne = async () => (await sql<{ one: number }>`select 1 as one`.execute(store.db)).rows[0]?.one

  it.each(['40001', '40P01'])('does work again that PostgreSQL undid for another (%s)', async (code) => {
    let tries = 0
    const done = await store.write(async ({ db, audit }) => {
      tries += 1
      await audit({ personId: null, action: 'session.began', thing: { type: 'person', id: 'p1' } })
      if (tries < 3) await sql`do ${sql.lit(`begin raise exception using errcode = '${code}'; end`)}`.execute(db)
      return 'done'
    })
    expect([done, tries]).toEqual(['done', 3])
    expect(await store.db.selectFrom('audit').select('seq').execute()).toEqual([{ seq: 1 }])
  })

  it('does not do work again that failed for a reason of its own', async () => {
    let tries = 0
    const failing = store.write(async ({ db }) => {
      tries += 1
      await sql`select 1 / 0`.execute(db)
    })
    await expect(failing).rejects.toThrow('division by zero')
    expect(tries).toBe(1)
  })

  it('waits for the disk at each commit, whatever the server is set to', async () => {
    const { rows } = await store.write(({ db }) => sql`show synchronous_commit`.execute(db))
    expect(rows).toEqual([{ synchronous_commit: 'on' }])
  })

  it('fails a write whose connection breaks while it does nothing, and keeps nothing of it', async () => {
    const failing = store.write(async ({ db, audit }) => {
      await audit({ personId: null, action: 'session.began', thing: { type: 'person', id: 'p1' } })
      await breakConnections(place)
      await sql`select 1`.execute(db)
    })
    await expect(failing).rejects.toThrow()
    const entries = () => store.db.selectFrom('audit').select('seq').execute()
    await expect.poll(() => entries().catch(() => undefined)).toEqual([])
  })

  it('leaves nothing behind on the connection of a write that was not given its turn', async () => {
    const impatient = await openDatabase({ ...place, writerWaitMs: 1 }, () => new Date())
    const other = await connected(place)
    await other.query(`select pg_advisory_lock(${writersLock})`)
    await expect(impatient.transact(async () => 'done')).rejects.toThrow('STORE_BUSY')
    await other.end()
    expect(await impatient.transact(async () => 'done')).toBe('done')
    await impatient.close()
  })

  it('goes on after its connections broke, and says again that an app runs', async () => {
    await readOne()
    await breakConnections(place)
    await expect.poll(() => readOne().catch(() => undefined)).toBe(1)
    const state = () =>
      holdAlone(place).then(
        (hold) => hold.release().then(() => 'free'),
        () => 'held',
      )
    await expect.poll(state).toBe('held')
  })

  it('holds its lock over one connection, also after fifty of them broke', async () => {
    const client = await connected(place)
    const locks = async () =>
      (await client.query<{ readonly pid: number }>(`select pid ${lockConnections}`)).rows.map(({ pid }) => pid)
    for (let round = 0; round < 50; round += 1) {
      const before = await locks()
      expect(before).toHaveLength(1)
      await client.query(`select pg_terminate_backend(pid) ${lockConnections}`)
      const others = async () => (await locks()).filter((pid) => !before.includes(pid))
      await expect.poll(others, { interval: 5 }).not.toEqual([])
    }
    await store.close()
    await expect.poll(locks, { interval: 5 }).toEqual([])
    await client.end()
    store = await place.open()
  })
})

const lockConnections =
  "from pg_stat_activity where datname = current_database() and application_name = 'payout-desk lock'"

async function connected({ databaseUrl }: Place): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  return client
}

/** As when PostgreSQL restarts. */
async function breakConnections(place: Place): Promise<void> {
  const client = await connected(place)
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
}
