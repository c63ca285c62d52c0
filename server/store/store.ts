import type { Kysely } from 'kysely'
import type { ActivityAction, ThingType } from '#shared/api/activity.ts'
import type { FieldTable } from '#shared/payout/fields.ts'
import type { Encryption } from './encryption/encryption.ts'
import type { Tables } from './schema.ts'

/** Something that happened, as it enters the audit log: ids, field names and codes, never personal data of beneficiaries. */
export interface Event {
  /** The member of staff; null where nobody signed in. */
  readonly personId: string | null
  readonly action: ActivityAction
  readonly thing: { readonly type: ThingType; readonly id: string }
  readonly facts?: Readonly<Record<string, unknown>>
}

/** All that reading what is saved takes. */
export interface Reader {
  readonly db: Kysely<Tables>
  readonly encryption: Encryption
  /** The fields that entries have. */
  readonly fields: FieldTable
  now(): Date
}

/** Reads and writes within one transaction: all of it happens, or nothing. */
export interface Transaction extends Reader {
  /** Appends to the audit log, in the same transaction as what it tells of. */
  audit(event: Event): Promise<void>
}

/** Where everything is saved: SQLite in a file, or PostgreSQL; the same tables and queries. As a reader it stands outside of transactions. */
export interface Store extends Reader {
  readonly kind: 'sqlite' | 'postgres'
  /**
   * One transaction that writes. Writers of SQLite come one after the other; on PostgreSQL the work may run again after a
   * conflict between two, so it does nothing but read, write and audit. Once this resolves, the write outlives a power cut.
   */
  write<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>
  /** After an erasure: takes what was overwritten out of the database's own log, where that can be done. */
  wipe(): Promise<void>
  close(): Promise<void>
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

/** Of PostgreSQL: no connection, no room for one more, out of space, the database is closed, the server ends or starts. Of SQLite: locked too long, full, unreadable. */
const codes = [
  /^08/,
  /^53[123]00$/,
  /^55000$/,
  /^57P0[123]$/,
  /^E(?:CONNREFUSED|CONNRESET|NOTFOUND|TIMEDOUT|PIPE|AI_AGAIN)$/,
  /^SQLITE_(?:BUSY|FULL|IOERR|READONLY)/,
]

/** What the PostgreSQL client says without a code. */
const messages = [
  /^Connection terminated/,
  /^timeout exceeded when trying to connect/,
  /^Client has encountered a connection error/,
]
