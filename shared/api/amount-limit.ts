import * as z from 'zod/mini'
import { personSchema } from './session.ts'
import { longestText } from './texts.ts'

/** PUT /api/amount-limits/{currencyCode}: above which amount a payout of a currency is warned of; an empty text takes the limit away. */
export const amountLimitWriteSchema = z.strictObject({
  amount: z
    .string()
    .check(
      z.maxLength(longestText),
      z.describe('An amount above zero as decimal text, such as "50000" or "1500.50"; "" for no limit.'),
    ),
})

const amountLimitSchema = z.object({
  currencyCode: z.string(),
  amount: z.string(),
  updatedAt: z.string(),
  updatedBy: personSchema,
})

export type AmountLimit = z.infer<typeof amountLimitSchema>

/** GET /api/amount-limits: all of them, by currency. */
export const amountLimitsSchema = z.object({ items: z.array(amountLimitSchema) })
