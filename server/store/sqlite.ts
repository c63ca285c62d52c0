import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type DatabaseConnection,
  type Dialect,
  Kysely,
  type Logger,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import SqliteFile from 'libsql'
import PromisedFile from 'libsql/promise'
import { breathe } from '../kernel/breathe.ts'
import { Failure } from '../kernel/failure.ts'
import { type Database, type Hold, type Locks, StoreError, sqliteFileIn } from './database-kind.ts'
import { keepStatistics } from './keep-statistics.ts'
import { migrate } from './migrate.ts'
import { makePrivateFile } from './private-files.ts'
import type { Tables } from './schema.ts'
import { createCompaction } from './sqlite-compaction.ts'
import { keptStatements } from './sqlite-statements.ts'
import { analyze, analyzeForAll } from './sqlite-statistics.ts'
import { troubleOf } from './trouble.ts'

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
export async function openSqlite(dataDirectory: string, now: () => Date, log: Logger = () => {}): Promise<Database> {
  const path = sqliteFileIn(dataDirectory)
  makePrivateFile(path)
  const writer = new Kysely<Tables>({ dialect: sqliteDialect(path, durable), log })
  const inode = inodeOf(path)
  const transact: Database['transact'] = (work) =>
    writer.transaction().execute((db) => {
      // What is written to a file that another took the place of, or that is gone, is lost.
      if (inodeOf(path) !== inode) throw new Failure('STORE_REPLACED')
      return work(db)
    })
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
    transact: (work) => transact(work).finally(statistics.afterWrite),
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
export function readSqlite(dataDirectory: string, log: Logger = () => {}): Kysely<Tables> {
  return new Kysely({
    dialect: sqliteDialect(sqliteFileIn(dataDirectory), ['busy_timeout = 5000', 'query_only = on']),
    log,
  })
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

/** How long a writer waits for the other writers of this process and of others. */
const writerLimitMs = 8_000

/** Kysely over one connection to an SQLite file, prepared by `pragmas`. */
export function sqliteDialect(path: string, pragmas: readonly string[]): Dialect {
  const file = new SqliteFile(path)
  for (const pragma of pragmas) file.exec(`pragma ${pragma}`)
  return {
    createDriver: () => new ImmediateDriver(file),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

/**
 * Takes the write lock as a transaction begins. A plain `begin` takes it at the first write, where SQLite refuses to wait when
 * another connection has written since. It waits between tries itself: SQLite's own waiting would stop the whole process.
 *
 * By `exec`, as a prepared statement that found the lock taken stays under way in libsql until it is collected, and no
 * other transaction can be committed meanwhile.
 */
class ImmediateDriver extends SqliteDriver {
  readonly #file: SqliteFile.Database
  /** Until when the one writer that has the connection waits for the write lock. */
  #deadline = 0

  constructor(file: SqliteFile.Database) {
    super({ database: { close: () => void file.close(), prepare: keptStatements(file) } })
    this.#file = file
  }

  /** The wait for the writers before counts, too: else each of them would wait for as long as all before it together. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    const deadline = performance.now() + writerLimitMs
    // While no work waits for this connection.
    await breathe()
    const connection = await super.acquireConnection()
    this.#deadline = deadline
    return breathing(connection)
  }

  override async beginTransaction(): Promise<void> {
    for (let delayMs = 1; ; delayMs = Math.min(delayMs * 2, 20)) {
      try {
        this.#file.exec('begin immediate')
        return
      } catch (error) {
        if (!isBusy(error) || performance.now() > this.#deadline) throw error
      }
      await wait(delayMs)
    }
  }

  /** In another thread, as it waits for the disk, and now and then moves the log into the file: the event loop goes on meanwhile. */
  override async commitTransaction(): Promise<void> {
    await PromisedFile.prototype.exec.call(this.#file, 'commit')
  }

  /** A full disk has SQLite roll back by itself. */
  override async rollbackTransaction(): Promise<void> {
    if (this.#file.inTransaction) this.#file.exec('rollback')
  }
}

/** An answer is there at once, so that without this no other work would have its turn between the queries of a transaction. */
function breathing(connection: DatabaseConnection): DatabaseConnection {
  return {
    executeQuery: async (query) => {
      await breathe()
      return connection.executeQuery(query)
    },
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof SqliteFile.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

/** Writes the file of the embedded database again, so that nothing stays in its free pages and its log of what was overwritten. */
export async function wipeSqlite(dataDirectory: string): Promise<void> {
  const db = new Kysely<Tables>({ dialect: sqliteDialect(sqliteFileIn(dataDirectory), ['busy_timeout = 5000']) })
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
