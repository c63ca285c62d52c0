/* What came together: see schema.ts for what the columns are. */

/** A named set of payouts that came together. How far it is follows from its payouts. */
export interface BatchesTable {
  readonly id: string
  /** Counts what is done to the batch itself; a row that is saved is none of it. */
  readonly version: number
  /** Its name and that of its file may be those of people. */
  readonly name_encrypted: string
  readonly source_kind: 'file' | 'paste' | 'api'
  readonly source_encrypted: string | null
  /** Null until it is known. */
  readonly rows_given: number | null
  /** Counted as they are saved, and not less for a payout that was deleted since. */
  readonly rows_saved: number
  readonly rows_refused: number
  readonly rows_skipped: number
  readonly created_at: string
  readonly created_by: string
  readonly finished_at: string | null
}
