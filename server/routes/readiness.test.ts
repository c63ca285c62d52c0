import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createLog } from '../kernel/log.ts'
import { problemFor } from '../problems/problem-for.ts'
import { sqliteFileIn } from '../store/database-kind.ts'
import { named } from '../testing/beneficiaries.ts'
import { type Place, stores } from '../testing/stores.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

describe.each(stores)('a server on $name', ({ name, makePlace }) => {
  let place: Place
  let app: TestApp
  beforeEach(async () => {
    place = await makePlace()
    await (await place.open()).close()
    app = await startTestApp(place.environment)
  })
  afterEach(async () => {
    await app.stop()
    await place.remove()
  })

  it('writes to be ready, at most every ten seconds', async () => {
    let now = Date.parse('2026-11-22T08:00:00.000Z')
    const store = await place.open(() => new Date(now))
    const tried = async () => (await store.db.selectFrom('epochs').select('tried_at').execute())[0]?.tried_at
    const times: unknown[] = []
    for (const passedMs of [0, 1, 9_998, 1, 9_999, 1]) {
      now += passedMs
      await Promise.all([store.check(), store.check()])
      times.push(await tried())
    }
    expect(times.map((time) => String(time).slice(17, 23))).toEqual([
      '00.000',
      '00.000',
      '00.000',
      '10.000',
      '10.000',
      '20.000',
    ])
    await store.close()
  })

  it('is not ready without its lock, and says so', async () => {
    expect((await app.get('/readyz')).status).toBe(200)
    const giveBack = await takeLockFrom(place)
    await expect.poll(() => app.get('/readyz')).toMatchObject({ status: 503, json: { code: 'STORE_LOCK_LOST' } })
    expect(app.logged()).toContain('lost its lock on the database')
    await giveBack()
    if (name === 'PostgreSQL') await expect.poll(() => app.get('/readyz')).toMatchObject({ status: 200 })
  })

  it.runIf(name === 'PostgreSQL').each([
    ['53100', 'STORE_FULL', 'the disk of the database is full: free space on it'],
    ['XX001', 'STORE_DAMAGED', 'bring back a backup with npm run restore'],
    ['25006', 'STORE_UNAVAILABLE', 'DATABASE_URL must name the primary'],
  ])('is not ready when a write fails with %s: %s', async (code, problem, advice) => {
    const client = new Client({ connectionString: place.databaseUrl })
    await client.connect()
    await client.query(
      `create function fail() returns trigger language plpgsql as $$ begin raise exception using errcode = '${code}'; end $$;
       create trigger fail before update on epochs execute function fail()`,
    )
    await client.end()
    await expectNotReady(problem, code, advice)
  })

  it.runIf(name === 'PostgreSQL').each([
    ['53100', 'STORE_FULL'],
    ['XX001', 'STORE_DAMAGED'],
  ])('is not ready at once when a save fails with %s, though it was a moment before', async (code, problem) => {
    expect((await app.get('/readyz')).status).toBe(200)
    const client = new Client({ connectionString: place.databaseUrl })
    await client.connect()
    await client.query(
      `create function fail() returns trigger language plpgsql as $$ begin raise exception using errcode = '${code}'; end $$;
       create trigger fail before insert on beneficiaries execute function fail()`,
    )
    await client.end()
    const save = await app.post('/api/beneficiaries', { entry: named('Kofi', 'Mensah'), confirmed: [] })
    expect(save).toMatchObject({ status: 503, json: { code: problem } })
    expect(await app.get('/readyz')).toMatchObject({ status: 503, json: { code: problem } })
  })

  it.runIf(name === 'SQLite')('is not ready once a list met a damaged page, until it is started again', async () => {
    let now = Date.parse('2026-11-22T08:00:00.000Z')
    const store = await place.open(() => new Date(now))
    await store.check()
    const { rows } = await sql<{ root: number; size: number }>`
      select rootpage as root, (select page_size from pragma_page_size) as size from sqlite_schema where name = 'outcomes'`.execute(
      store.db,
    )
    await sql`pragma wal_checkpoint(truncate)`.execute(store.db)
    const [{ root = 0, size = 0 } = {}] = rows
    const file = openSync(sqliteFileIn(place.dataDirectory), 'r+')
    writeSync(file, 'a letter to the bank', (root - 1) * size)
    closeSync(file)
    await store.check()
    await expect(store.db.selectFrom('outcomes').selectAll().execute()).rejects.toMatchObject({
      code: 'SQLITE_CORRUPT',
    })
    for (const passedMs of [0, 10_000, 10_000]) {
      now += passedMs
      await expect(store.check()).rejects.toMatchObject({ code: 'SQLITE_CORRUPT' })
    }
    await store.close()
  })

  it.runIf(name === 'SQLite')('is not ready when its file is damaged', async () => {
    let now = Date.parse('2026-11-22T08:00:00.000Z')
    const store = await place.open(() => new Date(now))
    await store.check()
    const file = openSync(sqliteFileIn(place.dataDirectory), 'r+')
    writeSync(file, 'a letter to the bank')
    closeSync(file)
    await expectNotReady('STORE_DAMAGED', 'SQLITE_NOTADB', 'bring back a backup with npm run restore')
    // One that has read it before sees it as well.
    now += 10_000
    await expect(store.check()).rejects.toMatchObject({ code: 'SQLITE_NOTADB' })
    await store.close()
  })

  it.runIf(name === 'SQLite')('answers 503 to a write for which there is no room, and says so in the log', async () => {
    const store = await place.open()
    const filling = store.write(async ({ db }) => {
      // What is there is all that there may be.
      await sql`pragma max_page_count = 1`.execute(db)
      for (let id = 0; ; id += 1) {
        await db
          .insertInto('people')
          .values({ id: `${id}`, name: 'x'.repeat(1_000), name_key: `${id}`, created_at: '' })
          .execute()
      }
    })
    const lines: string[] = []
    const log = createLog('info', { write: (line) => void lines.push(line) })
    const problem = await filling.catch((error: unknown) => problemFor(error, 'r1', log))
    expect(problem).toMatchObject({ status: 503, code: 'STORE_FULL', retryAfterSeconds: 5 })
    expect(lines.join('')).toContain('"code":"SQLITE_FULL","msg":"the disk of the database is full: free space on it"')
    await store.close()
  })

  async function expectNotReady(problem: string, code: string, advice: string): Promise<void> {
    const answer = await app.get('/readyz')
    expect(answer).toMatchObject({ status: 503, json: { code: problem } })
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(answer.text.length).toBeLessThan(500)
    expect(app.logged()).toContain(`"code":"${code}"`)
    expect(app.logged()).toContain(advice)
    expect((await app.get('/healthz')).status).toBe(200)
  }
})

it.runIf(canMount())('a server on a disk that is full is not ready, refuses to save, and ends in peace', async () => {
  const disk = mkdtempSync(join(tmpdir(), 'payout-desk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk])
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', disk])
    rmSync(disk, { recursive: true })
  })
  const app = await startTestApp({ DATA_DIR: disk })
  const save = () => app.post('/api/beneficiaries', { entry: named('Kofi', 'Mensah'), confirmed: [] })
  expect((await save()).status).toBe(201)
  const filler = openSync(join(disk, 'filler'), 'w')
  expect(() => {
    for (;;) writeSync(filler, Buffer.alloc(4_096))
  }).toThrow('ENOSPC')
  closeSync(filler)
  await expect.poll(save).toMatchObject({ status: 503, json: { code: 'STORE_FULL', retryable: true } })
  expect(await app.get('/readyz')).toMatchObject({ status: 503, json: { code: 'STORE_FULL' } })
  await app.stop()
})

/** Where tests may not make a disk of their own, none is filled. */
function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'payout-desk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder])
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Has another program hold the lock that a server has lost; on SQLite the file that it is on is gone. Answers how to let it go. */
async function takeLockFrom({ databaseUrl, dataDirectory }: Place): Promise<() => Promise<void>> {
  if (databaseUrl === undefined) {
    rmSync(join(dataDirectory, 'running.db'))
    return async () => {}
  }
  const [other, breaker] = [
    new Client({ connectionString: databaseUrl }),
    new Client({ connectionString: databaseUrl }),
  ]
  await Promise.all([other.connect(), breaker.connect()])
  const taken = other.query('select pg_advisory_lock(7214002)')
  await breaker.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'payout-desk lock'",
  )
  await Promise.all([taken, breaker.end()])
  return () => other.end()
}
