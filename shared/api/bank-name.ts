import * as z from 'zod/mini'
import { personSchema } from './session.ts'
import { longestText } from './texts.ts'

/**
 * PUT /api/bank-names/{id}: what the merchant calls a bank or wallet whose code has no public name. The id is country and code, such as
 * PE-0029. If-None-Match: * the first time, then If-Match with the version.
 */
export const bankNameWriteSchema = z.strictObject({
  name: z
    .string()
    .check(
      z.maxLength(longestText),
      z.describe(
        '1 to 60 characters, no control or invisible characters, no letter of another script than its word; spaces around it are left out.',
      ),
    ),
})

export const bankNameSchema = z.object({
  id: z.string(),
  country: z.string(),
  code: z.string(),
  name: z.string(),
  version: z.number(),
  updatedAt: z.string(),
  updatedBy: personSchema,
})

export type BankName = z.infer<typeof bankNameSchema>

/** GET /api/bank-names: all of them, by country and code; and the ids of the banks that payouts were entered to, the most used first. */
export const bankNamesSchema = z.object({ items: z.array(bankNameSchema), used: z.array(z.string()) })
