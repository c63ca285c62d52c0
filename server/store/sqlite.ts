import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, type Logger, sql } from 'kysely'
import SqliteFile from 'libsql'
import { systemClock } from '../kernel/clock.ts'
import { Failure } from '../kernel/failure.ts'
import { type Database, type Hold, type Locks, StoreError, sqliteFileIn } from './database-kind.ts'
import { keepStatistics } from './keep-statistics.ts'
import { kyselyOver } from './kysely-over.ts'
import { migrate } from './migrate.ts'
import { makePrivateFile } from './private-files.ts'
import type { Tables } from './schema.ts'
import { createCompaction } from './sqlite-compaction.ts'
import { isBusy, sqliteDialect } from './sqlite-driver.ts'
import { analyze, analyzeForAll } from './sqlite-statistics.ts'
import { troubleOf } from './trouble.ts'
import { createWriteQueue, transactInTurn, type WriteQueue, type WriterTurn } from './write-queue.ts'

/**
 * A commit waits until the disk has it (`full`), so that a power cut takes nothing. SQLite waits for other processes while it
 * opens; then the driver does.
 */
export const durable = [
  'busy_timeout = 5000',
  'journal_mode = wal',
  'synchronous = full',
  'foreign_keys = on',
  // What is deleted is overwritten: it may be an erased person.
  'secure_delete = on',
  // In KiB: what is found by numbers is spread over the whole of an index, of which little would fit into the usual 2 MiB.
  'cache_size = -65536',
  // In pages: what many payouts write to is spread over every index as well. What is written again before the log is moved into the file is
  // moved once.
  'wal_autocheckpoint = 4000',
  'busy_timeout = 0',
]

/** Opens the embedded database in a folder that exists, made and brought up to date: one connection writes, another reads at the same time. */
export async function openSqlite(
  dataDirectory: string,
  now: () => Date,
  { queue = createWriteQueue(systemClock), log }: { readonly queue?: WriteQueue; readonly log?: Logger } = {},
): Promise<Database> {
  const path = sqliteFileIn(dataDirectory)
  makePrivateFile(path)
  let turn: WriterTurn | undefined
  const dialect = sqliteDialect(path, durable, () => turn?.requirePatience())
  const writer = kyselyOver(dialect, log)
  const inode = inodeOf(path)
  const transact: Database['transact'] = (work, wait) =>
    queue.run((given) => {
      turn = given
      return transactInTurn(writer, given, (db) => {
        // What is written to a file that another took the place of, or that is gone, is lost.
        if (inodeOf(path) !== inode) throw new Failure('STORE_REPLACED')
        return work(db)
      })
    }, wait)
  try {
    await transact(async (db) => {
      await migrate(db, 'sqlite', now().toISOString())
      await analyze(db)
    })
  } catch (error) {
    await writer.destroy()
    throw error
  }
  const reader = readSqlite(dataDirectory, log)
  const statistics = keepStatistics(() => transact(analyzeForAll))
  const compaction = createCompaction(path)
  compaction.resume()
  let closing: Promise<void> | undefined
  return {
    kind: 'sqlite',
    db: reader,
    transact: (work, wait) => transact(work, wait).finally(statistics.afterWrite),
    writers: queue,
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(dataDirectory)
      return bavail * bsize
    },
    wipe: compaction.begin,
    close: () => {
      closing ??= compaction
        .end()
        .then(statistics.settled)
        .then(() => closeBoth(reader, writer))
      return closing
    },
  }
}

/** The embedded database, which is there, for reading alone. */
export function readSqlite(dataDirectory: string, log?: Logger): Kysely<Tables> {
  return kyselyOver(sqliteDialect(sqliteFileIn(dataDirectory), ['busy_timeout = 5000', 'query_only = on']), log)
}

async function closeBoth(reader: Kysely<Tables>, writer: Kysely<Tables>): Promise<void> {
  await reader.destroy()
  // libSQL leaves what is in the log there: a person who copies the file of an app that has ended should have all of it. On a full disk
  // it stays there, as safe as it was.
  await emptyLog(writer).catch((error: unknown) => {
    if (troubleOf(error) === undefined) throw error
  })
  await writer.destroy()
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

/** Writes the file of the embedded database again, so that nothing stays in its free pages and its log of what was overwritten. */
export async function wipeSqlite(dataDirectory: string): Promise<void> {
  const db = kyselyOver(sqliteDialect(sqliteFileIn(dataDirectory), ['busy_timeout = 5000']))
  await sql`vacuum`.execute(db)
  await emptyLog(db)
  await db.destroy()
}

/**
 * Locks on a separate, empty file next to the database: each app reads in it for as long as it runs, and a program
 * that must be alone wants to write. Not on the database: an app that holds a reading there would stop its file from being tidied.
 */
export function sqliteLocks(dataDirectory: string): Locks {
  const path = join(dataDirectory, 'running.db')
  return {
    shared: async () =>
      hold(
        path,
        ['begin', 'select count(*) from sqlite_schema'],
        'a program has the database to itself: wait until it has ended',
      ),
    alone: async () => hold(path, ['begin exclusive'], 'a server runs on this database: end it first'),
  }
}

function hold(path: string, commands: readonly string[], whenTaken: string): Hold {
  makePrivateFile(path)
  const file = new SqliteFile(path)
  try {
    for (const command of commands) file.exec(command)
  } catch (error) {
    file.close()
    throw isBusy(error) ? new StoreError(whenTaken) : error
  }
  const inode = inodeOf(path)
  return { isHeld: () => inodeOf(path) === inode, release: async () => void file.close() }
}

/** Distinguishes a file from another that was put in its place; undefined where there is none. */
function inodeOf(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino
}
