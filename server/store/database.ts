import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

export type Kind = 'sqlite' | 'postgres'

/** Where the database is: a PostgreSQL address, or the folder of the SQLite file. */
export interface DatabasePlace {
  /** postgres://…; undefined: SQLite in the folder. */
  readonly databaseUrl?: string | undefined
  /** Also holds what stands outside of the database. */
  readonly dataDirectory: string
}

/** One database: its own way to begin a transaction, the same tables and queries. */
export interface Database {
  readonly kind: Kind
  /** For reading alone: a write is refused, as it would pass by the writers' line. */
  readonly db: Kysely<Tables>
  /** Does the work in one transaction; over all processes one comes after the other. */
  transact<Result>(work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result>
  /** Takes what was overwritten out of the database's own log, where that can be done. */
  wipe(): Promise<void>
  close(): Promise<void>
}
