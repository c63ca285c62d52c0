/** The currency that goes to every country. Interface, "USD payouts in every country". */
export const dollars = 'USD'

/** Whether a payout in this currency needs TermsApproved, and is told in local currency. Interface, the same place. */
export function needsTerms(currency: string | undefined): boolean {
  return currency === dollars
}
