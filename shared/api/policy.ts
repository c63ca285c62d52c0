import * as z from 'zod/mini'
import { personSchema } from './session.ts'
import { longestText } from './texts.ts'

/** What a rule looks at: the payout, or all to the same destination within a day, so that splitting a payout does not help. */
const ruleScopes = ['payout', 'day'] as const

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
const rulesByCurrency = z.record(
  z.string().check(z.maxLength(longestText)),
  z.array(approvalRuleSchema).check(z.maxLength(20)),
)

export type RulesByCurrency = Readonly<Record<string, readonly ApprovalRule[]>>

/**
 * POST /api/approval-policy/proposals: what is to be in force. Another admin confirms it by POST /api/approval-policy/proposals/{id}/confirm; DELETE
 * /api/approval-policy/proposals/{id} withdraws it. A newer proposal takes the place of the one that waits.
 */
export const policyProposalSchema = z.strictObject({ currencies: rulesByCurrency })

/** GET /api/approval-policy: the rules in force, and the proposal that waits for another admin. */
export const approvalPolicySchema = z.object({
  /** Counts confirmed policies: 0 before the first. */
  version: z.number(),
  currencies: rulesByCurrency,
  proposal: z.nullable(z.object({ id: z.string(), currencies: rulesByCurrency, by: personSchema, at: z.string() })),
})

export type ApprovalPolicy = z.infer<typeof approvalPolicySchema>
