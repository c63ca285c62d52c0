import * as z from 'zod/mini'
import { type WarningConfirmations, warningConfirmationsSchema } from './entry.ts'
import { kindNamed } from './issue.ts'
import { personSchema } from './session.ts'
import { longestText } from './texts.ts'

const hash = z.string().check(z.maxLength(longestText))

/**
 * POST /api/payouts/{id}/approve (If-Match): 409 APPROVAL_STALE when the request or its warnings are no longer those of these hashes.
 * `confirmed` are the reviewer's own: every serious and every unconfirmed warning, and those of compliance with a reason; else 409
 * WARNINGS_UNREVIEWED lists what is missing. Where more approvals are needed, the payout stays in review. POST /api/payouts/{id}/undo takes the
 * decision back within ten seconds.
 */
export const approvalSchema = z.strictObject({
  requestHash: hash,
  warningsHash: hash,
  confirmed: warningConfirmationsSchema,
  /** What POST /api/approvals/signature answered; who has a passkey signs each approval with it, else 403 STEP_UP_REQUIRED. */
  signatureId: z.optional(z.string().check(z.maxLength(longestText))),
})

/** The kinds of warnings that the reviewer confirms, as a signature names them. */
export function kindsOf(confirmed: WarningConfirmations): string[] {
  return [...new Set(confirmed.map(({ warningId }) => kindNamed(warningId)))].toSorted()
}

export type Approval = z.infer<typeof approvalSchema>

/** Who has approved exactly the request that a payout holds: a change of it ends them all. */
export const givenApprovalSchema = z.object({
  by: personSchema,
  at: z.string(),
  /** Whether it was signed with a passkey. */
  isSigned: z.boolean(),
})

/** Why a payout takes more than one approval: its amount, the sum to the same destination within a day, changed details, a sanctions hit, or authors who may be anyone. */
const approvalReasons = ['amount', 'day', 'details', 'sanctions', 'trust'] as const

export type ApprovalReason = (typeof approvalReasons)[number]

/** How many approvals a payout takes, fixed when it was sent to review, and those that it has. */
export const approvalsSchema = z.object({
  needed: z.number(),
  why: z.nullable(z.enum(approvalReasons)),
  given: z.array(givenApprovalSchema),
})
