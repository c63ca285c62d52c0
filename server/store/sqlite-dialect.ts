import { setTimeout as wait } from 'node:timers/promises'
import {
  type Dialect,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely'
import SqliteFile from 'libsql'

/** How long a writer waits for the writers of other processes. */
const writerLimitMs = 30_000

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
 * somebody else has written since. It waits between tries itself: SQLite's own waiting would stop the whole process.
 *
 * By `exec`, as a prepared statement that found the lock taken stays under way in libsql until it is collected, and no
 * transaction can be committed beside it.
 */
class ImmediateDriver extends SqliteDriver {
  readonly #file: SqliteFile.Database

  constructor(file: SqliteFile.Database) {
    super({ database: { close: () => void file.close(), prepare: (sql: string) => wholeTexts(file.prepare(sql)) } })
    this.#file = file
  }

  override async beginTransaction(): Promise<void> {
    const end = performance.now() + writerLimitMs
    for (let delayMs = 1; ; delayMs = Math.min(delayMs * 2, 20)) {
      try {
        this.#file.exec('begin immediate')
        return
      } catch (error) {
        if (!isBusy(error) || performance.now() > end) throw error
      }
      await wait(delayMs)
    }
  }

  override async commitTransaction(): Promise<void> {
    this.#file.exec('commit')
  }

  /** A full disk has SQLite roll back by itself. */
  override async rollbackTransaction(): Promise<void> {
    if (this.#file.inTransaction) this.#file.exec('rollback')
  }
}

/** Refuses a text with NUL, as PostgreSQL does: SQLite would keep what stands before it and say nothing. */
function wholeTexts(statement: SqliteFile.Statement): SqliteStatement {
  const whole = (values: readonly unknown[]) => {
    if (values.some((value) => typeof value === 'string' && value.includes('\0'))) throw new Error('A text holds NUL.')
    return values
  }
  return {
    reader: statement.reader,
    all: (values) => statement.all(whole(values)),
    run: (values) => statement.run(whole(values)),
    iterate: (values) => statement.iterate(whole(values)),
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof SqliteFile.SqliteError && error.code.startsWith('SQLITE_BUSY')
}
