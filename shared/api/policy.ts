import * as z from 'zod/mini'
import { longestText } from './texts.ts'

/** Rules that want the beneficiary called back, where a payout pays to other identifying details than the last one, or is the first to them. */
const callBackScopes = ['calledIfChanged', 'calledIfFirst'] as const

/**
 * What a rule looks at: the payout; all to the same destination within a day, so that splitting a payout does not help; or the payout where it pays
 * to other identifying details than the last one to the beneficiary. Those of call-backs look at the payout, and add no approvals.
 */
export const ruleScopes = ['payout', 'day', 'details', ...callBackScopes] as const

export type CallBackScope = (typeof callBackScopes)[number]

export function isCallBackScope(scope: string): scope is CallBackScope {
  return callBackScopes.some((one) => one === scope)
}

/** Above an amount a payout takes so many approvals. */
const approvalRuleSchema = z.strictObject({
  above: z
    .string()
    .check(z.maxLength(longestText), z.describe('Decimal text such as "10000" or "1500.50"; "0" for every amount.')),
  approvals: z.union([z.literal(1), z.literal(2)]),
  appliesTo: z.enum(ruleScopes),
})

export type ApprovalRule = Readonly<z.infer<typeof approvalRuleSchema>>

/** The rules of each currency. A payout takes one approval where none says two. */
export const rulesByCurrency = z.record(
  z.string().check(z.maxLength(longestText)),
  z.array(approvalRuleSchema).check(z.maxLength(20)),
)

export type RulesByCurrency = Readonly<Record<string, readonly ApprovalRule[]>>

/** POST /api/approval-policy/proposals: what is to be in force, once it is confirmed as any proposal. A newer one takes the place of the one that waits. */
export const policyProposalSchema = z.strictObject({ currencies: rulesByCurrency })

/** GET /api/approval-policy: the rules in force. */
export const approvalPolicySchema = z.object({
  /** Counts confirmed policies: 0 before the first. */
  version: z.number(),
  currencies: rulesByCurrency,
  /** What the app itself proposes, as long as two people review and none of them has decided: no policy ever came into force, or names on trust agreed on it. Else null. */
  suggested: z.nullable(rulesByCurrency),
})

export type ApprovalPolicy = z.infer<typeof approvalPolicySchema>
