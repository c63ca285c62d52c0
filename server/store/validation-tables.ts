/* Validations, and the questions of those of a whole batch: see schema.ts for what the columns are. Ids and hashes alone, nothing of a person but a reason, encrypted. */

export interface ValidationsTable {
  readonly id: string
  /** Null until what was asked about is saved as a beneficiary. */
  readonly beneficiary_id: string | null
  readonly service: 'identity' | 'bank'
  /** Keyed hash of exactly what was asked. */
  readonly question_hash: string
  /** OK, NOK, NOT_VALIDATED, or the code of a problem. */
  readonly outcome: string
  /** 1 it ran, 0 it did not, null it is not known. */
  readonly ran: number | null
  /** The provider's own text, which can reveal that a person is dead or wanted; null once erased. */
  readonly reason_encrypted: string | null
  readonly correlation_id: string | null
  readonly request_id: string
  readonly attempts: number
  readonly test_mode: number
  readonly asked_by: string | null
  readonly asked_at: string
}

/** One question of a job: payouts that ask the same are one. */
export interface ValidationItemsTable {
  readonly job_id: string
  readonly place: number
  /** The first payout that asks it. */
  readonly payout_id: string
  readonly service: 'identity' | 'bank'
  /** Blank once erased. */
  readonly question_hash: string
  readonly test_mode: number
  readonly state: 'waiting' | 'asking' | 'answered' | 'not_run' | 'unknown' | 'outdated'
  /** OK, NOK, NOT_VALIDATED, or the code of a problem. */
  readonly outcome: string | null
  /** 1 where the answer was there already. */
  readonly reused: number
  /** How often it was tried and certainly did not run, and how often its result was NOT_VALIDATED. */
  readonly tries: number
  readonly asked: number
  /** From when on it may be asked; blank: at once. */
  readonly next_at: string
  /** Names the asking under way, and its request at the provider. */
  readonly claim: string | null
  /** By the clock of the database. */
  readonly claimed_at: string | null
  readonly ended_at: string | null
}
