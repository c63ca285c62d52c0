/* What the merchant sets, and what is counted for the form: none of it is about a person. See schema.ts for what the columns are. */

/** What the merchant calls banks whose codes have no public name; no secret, as it is about no person. */
export interface BankNamesTable {
  /** Country and code, such as PE-0029. */
  readonly id: string
  readonly name: string
  readonly version: number
  readonly updated_at: string
  readonly updated_by: string
}

/** How many payouts were entered to each bank. A count is about no person. */
export interface BankUsesTable {
  /** As in bank_names. */
  readonly id: string
  readonly uses: number
}

/** Above which amounts the merchant wants payouts looked at again. */
export interface AmountLimitsTable {
  readonly currency_code: string
  /** As in payouts. */
  readonly amount: string
  readonly updated_at: string
  readonly updated_by: string
}

/** How many approvals payouts take: every policy that was ever in force, of which at most one is. */
export interface ApprovalPolicyTable {
  readonly id: string
  /** Counts them. */
  readonly version: number
  /** JSON: the rules by currency. */
  readonly policy: string
  readonly state: 'in_force' | 'replaced'
  readonly made_by: string
  readonly made_at: string
  /** Another admin than `made_by`; null: the command line. */
  readonly confirmed_by: string | null
  readonly confirmed_at: string
  readonly row_mac: string
}
