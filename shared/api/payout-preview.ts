import * as z from 'zod/mini'
import { issueSchema } from './issue.ts'
import { warningSchema } from './warning.ts'

/** One value that is sent differently from how it was typed. `to: null` means that the field is left out. */
export const changeSchema = z.object({
  field: z.string(),
  from: z.string(),
  to: z.nullable(z.string()),
  code: z.string(),
  /** The id of the sentence in the catalogs; a code can have several. */
  message: z.string(),
  detail: z.string(),
})

export type Change = z.infer<typeof changeSchema>

/** What the provider is to receive: field names as in the interface, `amount` a JSON number. */
export const payoutRequestSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

export type PayoutRequest = z.infer<typeof payoutRequestSchema>

/** The same of a saved payout, as a person is shown it. */
export const maskedRequestSchema = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
  .check(
    z.describe(
      'As PayoutRequest, but of each secret value that is hidden an ellipsis and its end alone: …4705. It is no request to send.',
    ),
  )

/** The answer of POST /api/payout-previews. Warnings want a person's confirmation; notices explain. */
export const payoutPreviewSchema = z.object({
  request: payoutRequestSchema,
  changes: z.array(changeSchema),
  warnings: z.array(warningSchema),
  notices: z.array(issueSchema),
})
