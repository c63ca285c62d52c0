import * as z from 'zod/mini'
import { idText } from './texts.ts'
import { warningCountsSchema } from './warning.ts'

/**
 * What a payout is looked at for though it is no warning: nothing was exported with exactly these details before; no validation found that they
 * match, though one is offered; the provider never answered when it was asked about them.
 */
export const payoutFacts = ['first', 'unvalidated', 'unanswered'] as const

export type PayoutFact = (typeof payoutFacts)[number]

export const payoutFactsSchema = z.array(z.enum(payoutFacts))

/** The most payouts of one question. */
export const mostMarked = 100

/** POST /api/payout-marks: which payouts; those that wait for review or for an export are answered. */
export const payoutMarksQuestionSchema = z.strictObject({
  payoutIds: z.array(idText).check(z.minLength(1), z.maxLength(mostMarked)),
})

/** What is to be known of each payout now. `warnings` counts those of now: lists have them as they were last saved or approved. */
export const payoutMarksSchema = z.object({
  items: z.array(z.object({ payoutId: z.string(), warnings: warningCountsSchema, facts: payoutFactsSchema })),
})

export type PayoutMarks = z.infer<typeof payoutMarksSchema>['items'][number]
