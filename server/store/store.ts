import type { Kysely } from 'kysely'
import type { ActivityAction, ThingType } from '#shared/api/activity.ts'
import type { Encryption } from './encryption.ts'
import type { Tables } from './schema.ts'

/** Something that happened, as it enters the record: ids, field names and codes, never personal data of beneficiaries. */
export interface Event {
  /** The member of staff; null where nobody signed in. */
  readonly personId: string | null
  readonly action: ActivityAction
  readonly thing: { readonly type: ThingType; readonly id: string }
  readonly facts?: Readonly<Record<string, unknown>>
}

/** Reads and writes within one transaction: all of it happens, or nothing. */
export interface Transaction {
  readonly db: Kysely<Tables>
  /** Appends to the record, in the same transaction as what it tells of. */
  record(event: Event): Promise<void>
}

/** Where everything is kept: SQLite in a file, or PostgreSQL; the same tables and queries. */
export interface Store {
  readonly kind: 'sqlite' | 'postgres'
  /** For reading outside of a transaction. */
  readonly db: Kysely<Tables>
  readonly encryption: Encryption
  /**
   * One transaction that writes. Writers of SQLite come one after the other; on PostgreSQL the work may run again after a
   * conflict between two, so it does nothing but read, write and record. Once this resolves, the write outlives a power cut.
   */
  write<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>
  /** After an erasure: takes what was overwritten out of the database's own log, where that can be done. */
  wipe(): Promise<void>
  close(): Promise<void>
}
