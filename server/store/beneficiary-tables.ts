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

/** Every phone number that a beneficiary has ever had: nothing is changed or removed but by an erasure. */
export interface PhoneNumbersTable {
  readonly id: string
  readonly beneficiary_id: string
  /** The version of the beneficiary that has it first. */
  readonly version: number
  /** As typed; blank where the number was removed, null once erased. */
  readonly number_encrypted: string | null
  readonly saved_at: string
  readonly saved_by: string
  readonly row_mac: string
}
