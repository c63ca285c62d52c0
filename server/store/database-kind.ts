import { join } from 'node:path'
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

/** The file of the embedded database, in the folder for data. */
export function sqliteFileIn(dataDirectory: string): string {
  return join(dataDirectory, 'payout-desk.db')
}

/** One database: its own way to begin a transaction, the same tables and queries. */
export interface Database {
  readonly kind: Kind
  /** For reading alone: a write is refused, as it would pass by the write lock. */
  readonly db: Kysely<Tables>
  /** Does the work in one transaction; over all processes one comes after the other. */
  transact<Result>(work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result>
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

/** Why the store cannot be used, in words for the person who starts the program; they can mend it. */
export class StoreError extends Error {}

/**
 * Whether an error says that the database cannot be used for now: it is down, restarts, or its disk is full. Nothing was saved, or
 * it is not known; the same intent may be sent again under its key.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return codes.some((pattern) => pattern.test(code)) || messages.some((pattern) => pattern.test(error.message))
}

/** Of PostgreSQL: no connection, no room for one more, out of space, a lock or a limit that took too long, the database is closed, the server ends or starts. Of SQLite: locked too long, full, unreadable. */
const codes = [
  /^08/,
  /^53[123]00$/,
  /^25P03$/,
  /^55(?:000|P03)$/,
  /^57(?:014|P0[123])$/,
  /^E(?:CONNREFUSED|CONNRESET|NOTFOUND|TIMEDOUT|PIPE|AI_AGAIN)$/,
  /^SQLITE_(?:BUSY|FULL|IOERR|READONLY)/,
]

/** What the PostgreSQL client says without a code. */
const messages = [
  /^Connection terminated/,
  /^timeout exceeded when trying to connect/,
  /^Client has encountered a connection error/,
]
