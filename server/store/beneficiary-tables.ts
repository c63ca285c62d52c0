/* What is saved beside beneficiaries. See schema.ts for what the columns are. */

/** Each version of a beneficiary that came with other identifying details, the first among them. Goes with an erasure. */
export interface DetailsChangesTable {
  readonly beneficiary_id: string
  readonly version: number
  /** As in payouts. */
  readonly details_hash: string
  /** JSON: the names of the fields that changed. */
  readonly fields: string
  readonly changed_by: string
  readonly changed_at: string
}

/** Every phone number that a beneficiary has ever had: nothing is changed, and an erasure removes them. */
export interface PhoneNumbersTable {
  readonly id: string
  readonly beneficiary_id: string
  /** The version of the beneficiary that has it first. */
  readonly version: number
  /** As typed; blank where the number was removed. */
  readonly number_encrypted: string
  readonly saved_at: string
  readonly saved_by: string
  readonly row_mac: string
}

/** The calls that asked a beneficiary whether their bank details are right: nothing is changed, and an erasure removes them. */
export interface CallBacksTable {
  readonly id: string
  readonly beneficiary_id: string
  /** As in payouts, of the details that were called back. */
  readonly details_hash: string
  readonly result: 'confirmed' | 'denied' | 'not_reached'
  readonly number_from: 'saved' | 'contract' | 'website' | 'other'
  /** Why it proves nothing; null where it does. */
  readonly flaw: 'came_with_change' | 'same_author' | 'sent_by_link' | 'time' | null
  /** JSON: the number, whom they spoke to and what was confirmed. */
  readonly facts_encrypted: string
  readonly called_at: string
  readonly recorded_at: string
  readonly recorded_by: string
  readonly row_mac: string
}
