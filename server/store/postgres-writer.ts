import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely'

/** Any number that no other program of this database uses as an advisory lock. */
export const writersLock = 7_214_001

/** PostgreSQL where each transaction takes the write lock: one writer after the other over all processes, as in SQLite. */
export class WriterDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): PostgresDriver {
    return new WriterDriver(this.#config)
  }
}

/** What the work has read cannot change under it. */
class WriterDriver extends PostgresDriver {
  /** With the write lock, in one round trip. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw(`begin; select pg_advisory_xact_lock(${writersLock})`))
    } catch (error) {
      // The transaction began all the same, and who takes the connection next would be in the middle of it. One that broke has none.
      await this.rollbackTransaction(connection).catch(() => {})
      throw error
    }
  }
}
