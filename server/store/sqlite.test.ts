import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Database, sqliteFileIn } from './database-kind.ts'
import { keepStatistics } from './keep-statistics.ts'
import type { Tables } from './schema.ts'
import { openSqlite } from './sqlite.ts'
import { analyzeForAll } from './sqlite-statistics.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'payout-desk-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const open = () => openSqlite(folder, () => new Date('2026-11-21T12:00:00.000Z'))

it('the embedded database waits for the disk at each commit, by a log beside the file', async () => {
  const { transact, close } = await open()
  const settings = await transact(async (db) => [
    (await sql<{ journal_mode: string }>`pragma journal_mode`.execute(db)).rows[0]?.journal_mode,
    (await sql<{ synchronous: number }>`pragma synchronous`.execute(db)).rows[0]?.synchronous,
  ])
  expect(settings).toEqual(['wal', 2])
  await close()
})

it('the event loop goes on while the disk takes a commit to the embedded database', async () => {
  const { transact, close } = await open()
  let turned = false
  await transact(async (db) => {
    await sql`create table bytes as select randomblob(8000000)`.execute(db)
    setImmediate(() => {
      turned = true
    })
  })
  expect(turned).toBe(true)
  await close()
})

it('the event loop turns between the queries of one transaction of the embedded database, and between readings', async () => {
  const { db, transact, close } = await open()
  const askUntilTurned = async (on: Kysely<Tables>) => {
    let turned = false
    setImmediate(() => {
      turned = true
    })
    for (let asked = 0; asked < 20_000 && !turned; asked += 1) await on.selectFrom('people').select('id').execute()
    return turned
  }
  expect(await transact(askUntilTurned)).toBe(true)
  expect(await askUntilTurned(db)).toBe(true)
  await close()
})

it('the embedded database is one whole file once it is closed, for anyone who copies it then', async () => {
  await (await open()).close()
  expect(statSync(`${sqliteFileIn(folder)}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0)
})

/** How many rows of people SQLite plans for. */
async function plannedPeople(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ stat: string }>`select stat from sqlite_stat1 where tbl = 'people'`.execute(db)
  return Number(rows[0]?.stat.split(' ')[0] ?? 0)
}

function addPeople({ transact }: Database, from: number, to: number): Promise<void> {
  return transact(async (db) => {
    for (let id = from; id < to; id += 1)
      await db
        .insertInto('people')
        .values({ id: `${id}`, name: '', name_key: `${id}`, created_at: '', issuer: 'one', subject: `${id}` })
        .execute()
  })
}

it('the embedded database knows as it is opened how large its tables are', async () => {
  const first = await open()
  await addPeople(first, 0, 300)
  expect(await plannedPeople(first.db)).toBe(0)
  await first.close()
  const second = await open()
  expect(await plannedPeople(second.db)).toBe(300)
  await second.close()
})

/** How SQLite finds a person: by which index it does depends on how many people it believes to be of one issuer. */
async function planOf(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ detail: string }>`explain query plan
    select * from people where issuer = 'one' and name_key > '299'`.execute(db)
  return rows.map(({ detail }) => detail).join()
}

it('the embedded database learns from time to time how its tables have grown, on the connection that reads too', async () => {
  const database = await open()
  const { afterWrite, settled } = keepStatistics(() => database.transact(analyzeForAll), 0)
  const before = await planOf(database.db)
  await addPeople(database, 0, 300)
  afterWrite()
  await settled()
  expect(await plannedPeople(database.db)).toBe(300)
  expect(await planOf(database.db)).not.toBe(before)
  await database.close()
})

it('the embedded database refuses to be written past the write lock', async () => {
  const database = await open()
  await expect(database.db.deleteFrom('people').execute()).rejects.toThrow('readonly')
  await database.close()
})

it('the embedded database shows each write to who reads next, while its statistics are gathered beside other writes', async () => {
  const database = await open()
  const { afterWrite, settled } = keepStatistics(() => database.transact(analyzeForAll), 0)
  afterWrite()
  await Promise.all([addPeople(database, 0, 50), addPeople(database, 50, 100)])
  await settled()
  for (let id = 100; id < 200; id += 1) {
    await addPeople(database, id, id + 1)
    const { rows } = await sql<{ count: number }>`select count(*) as count from people`.execute(database.db)
    expect(rows[0]?.count).toBe(id + 1)
  }
  await database.close()
})

it('the embedded database wipes as it is opened what a process that ended had still to wipe', async () => {
  const first = await open()
  const names = Array.from({ length: 3_000 }, (_, i) => {
    const order = createHash('sha256').update(`${i}`).digest('hex')
    return `${order} ${i % 10 === 0 ? 'Quetzala' : 'Ana'} ${'x'.repeat(i % 700)}`
  })
  await first.transact(async (db) => {
    for (const name of names)
      await db.insertInto('people').values({ id: name, name, name_key: name, created_at: '' }).execute()
    await db.deleteFrom('people').where('name', 'like', '%Quetzala%').execute()
  })
  await first.close()
  const file = sqliteFileIn(folder)
  expect(readFileSync(file).includes('Quetzala')).toBe(true)
  const due = `${file}-compaction`
  writeFileSync(due, '')
  const second = await open()
  await expect.poll(() => existsSync(due)).toBe(false)
  expect(readFileSync(file).includes('Quetzala')).toBe(false)
  await second.close()
})
