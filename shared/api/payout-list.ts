import * as z from 'zod/mini'
import { mostAtOnce } from './batch-rows.ts'
import { idText, readableText } from './texts.ts'

const payouts = z
  .array(z.strictObject({ id: idText, version: z.number() }))
  .check(z.minLength(1), z.maxLength(mostAtOnce))

/** POST /api/payout-lists/withdraw, …/delete and …/submit (2 MiB): each payout is acted on as by itself, or refused by itself. */
export const payoutListSchema = z.strictObject({ payouts })

/** POST /api/payout-lists/return: all with the same comment, which says what to change. */
export const returnListSchema = z.strictObject({ payouts, comment: readableText })
