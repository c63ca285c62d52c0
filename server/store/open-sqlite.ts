import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import type { Tables } from './schema.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

/** The file of the embedded database, in the folder for data. */
export function sqliteFileIn(dataDirectory: string): string {
  return join(dataDirectory, 'payout-desk.db')
}

/**
 * A commit waits until the disk has it (`full`), so that a power cut takes nothing. SQLite waits for other processes while it
 * opens; then the driver does.
 */
const durable = [
  'busy_timeout = 5000',
  'journal_mode = wal',
  'synchronous = full',
  'foreign_keys = on',
  // What is deleted is overwritten: somebody may have been erased.
  'secure_delete = on',
  'busy_timeout = 0',
]

/** Opens the embedded database in a folder that exists, made and brought up to date: one connection writes, another reads beside it. */
export async function openSqlite(dataDirectory: string, now: () => Date): Promise<Database> {
  const path = sqliteFileIn(dataDirectory)
  const writer = new Kysely<Tables>({ dialect: sqliteDialect(path, durable) })
  const transact: Database['transact'] = (work) => writer.transaction().execute(work)
  try {
    await transact((db) => migrate(db, 'sqlite', now().toISOString()))
  } catch (error) {
    await writer.destroy()
    throw error
  }
  const reader = readSqlite(dataDirectory)
  let closing: Promise<void> | undefined
  return {
    kind: 'sqlite',
    db: reader,
    transact,
    wipe: () => writeAgain(writer),
    close: () => {
      closing ??= closeBoth(reader, writer)
      return closing
    },
  }
}

/** The embedded database, which is there, for reading alone. */
export function readSqlite(dataDirectory: string): Kysely<Tables> {
  return new Kysely({ dialect: sqliteDialect(sqliteFileIn(dataDirectory), ['busy_timeout = 5000', 'query_only = on']) })
}

async function closeBoth(reader: Kysely<Tables>, writer: Kysely<Tables>): Promise<void> {
  await reader.destroy()
  // libSQL leaves what is in the log there: a person who copies the file of an app that has ended should have all of it.
  await emptyLog(writer)
  await writer.destroy()
}

/**
 * Writes the file again: what SQLite moved between pages stays in their gaps, whatever secure_delete does, and what was
 * overwritten in the log.
 */
export async function writeAgain(writer: Kysely<Tables>): Promise<void> {
  await sql`vacuum`.execute(writer)
  await emptyLog(writer)
}

/** How long emptying the log waits for others who read it. */
const emptyingLimitMs = 3_000

/** Moves what is in the log into the file, as far as no other process still reads the log. */
async function emptyLog(writer: Kysely<Tables>): Promise<void> {
  const end = performance.now() + emptyingLimitMs
  for (;;) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(writer)
    // A reader or another process that is in the middle of the log keeps it from being emptied for a moment.
    if ((rows[0]?.busy ?? 0) === 0 || performance.now() > end) return
    await wait(10)
  }
}
