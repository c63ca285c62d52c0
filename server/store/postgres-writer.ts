import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely'

/** Any number that no other program of this database uses as an advisory lock. */
export const writersLock = 7_214_001

/** After so long a wait for the lock it is looked whether the writer still wants it. */
const lookMs = 1_000

export interface WriterConfig extends PostgresDialectConfig {
  /** Throws where the writer is to wait for the lock no longer. */
  readonly requirePatience: () => void
}

/** PostgreSQL where each transaction takes the write lock: one writer after the other over all processes, as in SQLite. */
export class WriterDialect extends PostgresDialect {
  readonly #config: WriterConfig

  constructor(config: WriterConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): PostgresDriver {
    return new WriterDriver(this.#config)
  }
}

/** What the work has read cannot change under it. */
class WriterDriver extends PostgresDriver {
  readonly #requirePatience: () => void

  constructor(config: WriterConfig) {
    super(config)
    this.#requirePatience = config.requirePatience
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    while (!(await this.#beginWithLock(connection))) this.#requirePatience()
  }

  /** In one round trip; answers false where others have the lock for longer. */
  async #beginWithLock(connection: DatabaseConnection): Promise<boolean> {
    try {
      await connection.executeQuery(
        CompiledQuery.raw(
          `begin; set local lock_timeout = ${lookMs}; select pg_advisory_xact_lock(${writersLock}); set local lock_timeout = 0`,
        ),
      )
      return true
    } catch (error) {
      // The transaction began all the same, and who takes the connection next would be in the middle of it. One that broke has none.
      await this.rollbackTransaction(connection).catch(() => {})
      if (isLockTimeout(error)) return false
      throw error
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}
