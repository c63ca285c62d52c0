/* What the merchant sets, and what is counted for the form: nothing of it tells of anybody. See schema.ts for what the columns are. */

/** What the merchant calls banks whose codes have no public name; no secret, as it tells of nobody. */
export interface BankNamesTable {
  /** Country and code, such as PE-0029. */
  readonly id: string
  readonly name: string
  readonly version: number
  readonly updated_at: string
  readonly updated_by: string
}

/** How many payouts were entered to each bank. A count tells of nobody. */
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
