import * as z from 'zod/mini'
import { payoutSchema, toApproveSchema } from './payout.ts'
import { personSchema } from './session.ts'

/** Who has not signed in for so many days is not counted on. */
export const awayDays = 7

/** GET /api/review-cover: payouts in review that no reviewer who is here may approve, or too few of them; those that wait longest, ten at most. */
export const reviewCoverSchema = z.object({
  payouts: z.array(
    z.object({
      ...z.pick(payoutSchema, { id: true, externalReference: true, amount: true, currencyCode: true }).shape,
      reviewers: toApproveSchema.shape.reviewers,
    }),
  ),
  /** Whether there are more of them. */
  isMore: z.boolean(),
  /** Reviewers who have not signed in for {@link awayDays}. */
  away: z.array(personSchema),
})

export type ReviewCover = z.infer<typeof reviewCoverSchema>
