import * as z from 'zod/mini'
import { payoutStates } from './payout.ts'
import { sampleDataStates } from './sample-data.ts'

/** How many payouts are in each state, and how many of those in review the person may approve. */
const waitingPayouts = { payouts: z.record(z.enum(payoutStates), z.number()), toReview: z.number() }

/** GET /api/overview: what the navigation counts, for the asking person. */
export const overviewSchema = z.object({
  beneficiaries: z.number(),
  ...waitingPayouts,
  /** Of these, those that came with a batch. */
  toReviewInBatches: z.number(),
  /** What the person was told of and has not read; null where people are not told. */
  unread: z.nullable(z.number()),
  /** The payouts that the person entered and that are a draft or were returned, up to 1,000. */
  toFinish: z.number(),
  /** What beneficiaries sent of themselves and the person may accept, up to 1,000. */
  received: z.number(),
  /** The person's own unfinished forms. */
  drafts: z.number(),
  sampleData: z.enum(sampleDataStates),
  /** The sample data that these counts leave out, as there are other payouts; null: nothing is left out. */
  samples: z.nullable(z.object(waitingPayouts)),
})

export type Overview = z.infer<typeof overviewSchema>
