/* What came together: see schema.ts for what the columns are. */

/** A named set of payouts that came together, whose progress follows from its payouts; or beneficiaries from one sheet. */
export interface BatchesTable {
  readonly id: string
  /** Counts what is done to the batch itself; a row that is saved is none of it. */
  readonly version: number
  /** Its name and that of its file may be those of people. */
  readonly name_encrypted: string
  readonly source_kind: 'file' | 'paste' | 'api'
  /** 1: of refused payouts, whatever the kind says. */
  readonly pays_again: number
  readonly makes: 'payouts' | 'beneficiaries'
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

/** A batch whose rows a person is still correcting: what the page has to know before it shows them. No one else sees it. */
export interface SheetsTable {
  /** The id of the batch. */
  readonly id: string
  readonly person_id: string
  readonly revision: number
  readonly head_encrypted: string
  /** What its rows take, encrypted. */
  readonly bytes: number
  readonly created_at: string
  /** Of the head or of any part. */
  readonly updated_at: string
}

/** Some rows of a sheet. */
export interface SheetPartsTable {
  /** The sheet and the part, as in `…c1.12`. */
  readonly id: string
  readonly sheet_id: string
  /** Counts from 0. */
  readonly part: number
  readonly revision: number
  /** By what its rows are found when a person wants their data, or wants them erased: terms as in search_terms, with blanks between. */
  readonly terms: string
  readonly content_encrypted: string
}
