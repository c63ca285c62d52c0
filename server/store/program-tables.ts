/*
 * The tables of the program's own work: its audit log, keys, epochs and migrations. The others are in schema.ts.
 */

export interface AuditTable {
  readonly seq: number
  readonly at: string
  readonly person_id: string | null
  readonly action: string
  readonly thing_type: string
  readonly thing_id: string
  /** Canonical JSON. */
  readonly facts: string
  readonly previous_mac: string
  readonly mac: string
}

/** One row, which every appending transaction locks first: the newest entry. Made with the first entry. */
export interface AuditHeadTable {
  readonly id: number
  readonly seq: number
  readonly mac: string
  readonly at: string
}

/**
 * One row: the data key that everything is encrypted with. `check_encrypted` proves that the key at hand is that one; it holds the
 * index key, which makes the hashes and outlives every data key.
 */
export interface DataKeysTable {
  readonly key_id: string
  readonly check_encrypted: string
  readonly created_at: string
}

/** One row: which data key and which content the database has. See epochs.ts. */
export interface EpochsTable {
  readonly id: number
  readonly key_epoch: string
  readonly maintenance_epoch: string
  /** When a server last wrote here, for no other reason than to know that it can. */
  readonly tried_at: string | null
}

/** One row: the newest attempt at a scheduled backup, by any server. */
export interface BackupsTable {
  readonly id: number
  readonly started_at: string
  /** Null while it runs. */
  readonly ended_at: string | null
  readonly outcome: 'running' | 'made' | 'failed'
  /** When the newest good one was begun. */
  readonly made_at: string | null
}

/** The first schema and which changes of it were made. */
export interface MigrationsTable {
  readonly name: string
  readonly done_at: string
}

/** Which writes and calls were asked for, so that each happens once. */
export interface IdempotencyTable {
  /** What for, then the key: `validation:<person>:…`, `write:<person>:…`; or `call:` and the hash of what is asked. */
  readonly key: string
  readonly fingerprint: string
  readonly state: 'reserved' | 'finished'
  readonly service: string | null
  readonly status: number | null
  readonly may_have_run: number | null
  /** JSON of the answer, with its ETag and Location; of a write only ids, so that nothing outlives an erasure. */
  readonly answer_encrypted: string | null
  /** Of a validation: names the request that asked first; with a dot and a number, each attempt of it at the provider. */
  readonly request_id: string | null
  readonly reserved_at: string
  readonly finished_at: string | null
  /** When it may be forgotten; null for a write's, which stays. */
  readonly kept_until: string | null
}
