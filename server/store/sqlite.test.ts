import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sqliteFileIn } from './database-kind.ts'
import { openSqlite } from './sqlite.ts'

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

it('the embedded database is one whole file once it is closed, for anyone who copies it then', async () => {
  await (await open()).close()
  expect(statSync(`${sqliteFileIn(folder)}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0)
})
