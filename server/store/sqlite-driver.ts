import { setTimeout as wait } from 'node:timers/promises'
import {
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import SqliteFile from 'libsql'
import PromisedFile from 'libsql/promise'
import { breathe } from '../kernel/breathe.ts'
import { keptStatements } from './sqlite-statements.ts'

/**
 * Kysely over one connection to an SQLite file, prepared by `pragmas`.
 * @param requirePatience throws where a transaction is to wait for the write lock no longer
 */
export function sqliteDialect(path: string, pragmas: readonly string[], requirePatience = () => {}): Dialect {
  const file = new SqliteFile(path)
  for (const pragma of pragmas) file.exec(`pragma ${pragma}`)
  return {
    createDriver: () => new ImmediateDriver(file, requirePatience),
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
  readonly #requirePatience: () => void

  constructor(file: SqliteFile.Database, requirePatience: () => void) {
    super({ database: { close: () => void file.close(), prepare: keptStatements(file) } })
    this.#file = file
    this.#requirePatience = requirePatience
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    // While no work waits for this connection.
    await breathe()
    return breathing(await super.acquireConnection())
  }

  override async beginTransaction(): Promise<void> {
    for (let delayMs = 1; ; delayMs = Math.min(delayMs * 2, 20)) {
      try {
        this.#file.exec('begin immediate')
        return
      } catch (error) {
        if (!isBusy(error)) throw error
      }
      this.#requirePatience()
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

export function isBusy(error: unknown): boolean {
  return error instanceof SqliteFile.SqliteError && error.code.startsWith('SQLITE_BUSY')
}
