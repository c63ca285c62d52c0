import * as z from 'zod/mini'
import { mostAtOnce } from './batch-rows.ts'
import { idText } from './texts.ts'

/** POST /api/payout-lists/withdraw, …/delete and …/submit (2 MiB): each payout is acted on as by itself, or refused by itself. */
export const payoutListSchema = z.strictObject({
  payouts: z.array(z.strictObject({ id: idText, version: z.number() })).check(z.minLength(1), z.maxLength(mostAtOnce)),
})
