import * as z from 'zod/mini'
import { payoutStates } from './payout.ts'
import { sampleDataStates } from './sample-data.ts'

/** GET /api/overview: what the navigation counts, for the asking person. */
export const overviewSchema = z.object({
  beneficiaries: z.number(),
  payouts: z.record(z.enum(payoutStates), z.number()),
  /** In review, and the person may approve it. */
  toReview: z.number(),
  /** Of these, those that came with a batch. */
  toReviewInBatches: z.number(),
  /** The person's own unfinished forms. */
  drafts: z.number(),
  sampleData: z.enum(sampleDataStates),
  /** Of all payouts, those of the sample data. */
  samplePayouts: z.number(),
})

export type Overview = z.infer<typeof overviewSchema>
