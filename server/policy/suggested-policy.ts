import type { ApprovalRule, RulesByCurrency } from '#shared/api/policy.ts'
import { countryFacts } from '#shared/countries/country-facts.ts'
import { countryCodes, ruleBook } from '#shared/countries/rule-book.ts'

/**
 * What the app proposes as soon as two people review: two approvals above an amount to one destination within a day, and of every payout that goes to
 * other details than the last. It is a proposal of no one: an admin makes it theirs, and it takes effect as any proposal does.
 */
export const suggestedPolicy: RulesByCurrency = Object.fromEntries(
  countryCodes
    .map((code) => [ruleBook[code].currency, countryFacts[code].largeAmount] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, above]): [string, readonly ApprovalRule[]] => [
      currency,
      [
        { above, approvals: 2, appliesTo: 'day' },
        { above: '0', approvals: 2, appliesTo: 'details' },
      ],
    ]),
)
