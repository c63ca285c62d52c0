/** Minor digits of each currency a payout can be in. ISO 4217, table A.1. */
export const currencyDecimals = {
  ARS: 2,
  BRL: 2,
  CLP: 0,
  COP: 2,
  GHS: 2,
  KES: 2,
  MXN: 2,
  NGN: 2,
  PEN: 2,
  RWF: 0,
  TZS: 2,
  UGX: 0,
  USD: 2,
  XAF: 0,
  XOF: 0,
  ZAR: 2,
} as const

/** The currency that goes to every country. Interface, "USD payouts in every country". */
export const dollars = 'USD'

/** Whether a payout in this currency needs TermsApproved, and is told in local currency. Interface, the same place. */
export function needsTerms(currency: string | undefined): boolean {
  return currency === dollars
}

export type Currency = keyof typeof currencyDecimals

/** How many decimals a currency has; undefined for one that no payout is in. */
export function decimalsOf(currency: string | undefined): number | undefined {
  return Object.entries(currencyDecimals).find(([code]) => code === currency)?.[1]
}
