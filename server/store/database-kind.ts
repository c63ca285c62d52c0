import { join } from 'node:path'
import type { Kysely, Logger } from 'kysely'
import type { Tables } from './schema.ts'
import type { WriteQueue, WriterWait } from './write-queue.ts'

/** Hears of each query: a test looks at their plans. */
export type QueryLog = Logger

export type Kind = 'sqlite' | 'postgres'

/** Where the database is: a PostgreSQL address, or the folder of the SQLite file. */
export interface DatabasePlace {
  /** postgres://…; undefined: SQLite in the folder. */
  readonly databaseUrl?: string | undefined
  /** The same database as the role that owns the tables; undefined: that of `databaseUrl`. No server is given it. */
  readonly databaseAdminUrl?: string | undefined
  /** Also the folder of what is saved outside of the database. */
  readonly dataDirectory: string
  readonly queryLog?: QueryLog | undefined
  /** How long a writer waits for its turn; left out: 30 seconds. */
  readonly writerWaitMs?: number | undefined
}

/** The file of the embedded database, in the folder for data. */
export function sqliteFileIn(dataDirectory: string): string {
  return join(dataDirectory, 'payout-desk.db')
}

/** One database: its own way to begin a transaction, the same tables and queries. */
export interface Database {
  readonly kind: Kind
  /** For reading alone: a write is refused, as it would pass by the write lock. */
  readonly db: Kysely<Tables>
  /**
   * Does the work in one transaction; over all processes one comes after the other.
   * @throws Failure STORE_BUSY where the others take too long
   */
  transact<Result>(work: (db: Kysely<Tables>) => Promise<Result>, wait?: WriterWait): Promise<Result>
  readonly writers: Pick<WriteQueue, 'length' | 'refuse'>
  /** How much room is left on the disk; not known of that of another machine. */
  freeBytes(): Promise<number>
  /** Takes what was overwritten out of the database's own log, where that can be done. */
  wipe(): Promise<void>
  close(): Promise<void>
}

/** Holds until it is let go, or until the process ends, also by a kill -9. */
export interface Hold {
  /** False while it was lost and is not taken again yet. */
  isHeld(): boolean
  release(): Promise<void>
}

/** The two ways to hold one database. */
export interface Locks {
  shared(): Promise<Hold>
  alone(): Promise<Hold>
}

/** Why the store cannot be used, in words for the person who starts the program, who can fix it. */
export class StoreError extends Error {}
