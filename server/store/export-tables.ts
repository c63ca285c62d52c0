import type { Generated } from 'kysely'

/* What went out, and with which file. See schema.ts for what the columns are. */

export interface ExportsTable {
  readonly id: string
  readonly format: 'json' | 'jsonl' | 'csv' | 'xlsx'
  readonly count: number
  readonly again: number
  /** JSON: `[{ currencyCode, amount, count }]`. */
  readonly totals: string
  /** JSON: the warnings of its payouts by grade; null before they were counted. */
  readonly warnings: string | null
  readonly created_at: string
  readonly created_by: string
  /** How many of its payouts are stated to be what. */
  readonly stated_paid: Generated<number>
  readonly stated_refused: Generated<number>
  readonly stated_contradicted: Generated<number>
  /** Its payouts are marked some at a time: until all are, it is being prepared; where one could not go out, none did. */
  readonly state: Generated<'preparing' | 'made' | 'undone'>
  /** JSON: why it was undone. */
  readonly problem: string | null
}

export interface ExportPayoutsTable {
  readonly export_id: string
  readonly place: number
  readonly payout_id: string
  /** 1 where it had been exported before and that was asked for; of those with 0, each payout has one. */
  readonly again: number
}

/** The reported outcomes of exported payouts; nothing is ever changed or taken back but by an erasure. */
export interface OutcomesTable {
  readonly id: string
  readonly payout_id: string
  readonly outcome: 'paid' | 'refused'
  /** `api`: a program. */
  readonly source: 'hand' | 'file' | 'api'
  /** JSON: words, amounts and the name of the file; null once erased. */
  readonly facts_encrypted: string | null
  /** Keyed hash of the statement, of which each is kept once; its id once erased. */
  readonly statement_hash: string
  readonly stated_at: string
  readonly stated_by: string
  readonly row_mac: string
}
