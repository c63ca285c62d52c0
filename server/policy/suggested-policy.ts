import type { ApprovalRule, RulesByCurrency } from '#shared/api/policy.ts'

/** Some 5,000 US dollars in each currency of the rule book, rounded: few payouts to one person are above it. Only where to begin. */
const above = {
  ARS: '7000000',
  BRL: '25000',
  CLP: '5000000',
  COP: '20000000',
  GHS: '60000',
  KES: '650000',
  MXN: '100000',
  NGN: '7500000',
  PEN: '20000',
  RWF: '7000000',
  TZS: '12500000',
  UGX: '18000000',
  USD: '5000',
  XAF: '3000000',
  XOF: '3000000',
  ZAR: '90000',
} as const

/**
 * What the app proposes as soon as two people review: two approvals above an amount to one destination within a day, and of every payout that goes to
 * other details than the last. It is a proposal of no one: an admin makes it theirs, and it takes effect as any proposal does.
 */
export const suggestedPolicy: RulesByCurrency = Object.fromEntries(
  Object.entries(above).map(([currency, amount]): [string, readonly ApprovalRule[]] => [
    currency,
    [
      { above: amount, approvals: 2, appliesTo: 'day' },
      { above: '0', approvals: 2, appliesTo: 'details' },
    ],
  ]),
)
