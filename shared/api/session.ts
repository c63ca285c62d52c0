import * as z from 'zod/mini'
import { longestText } from './texts.ts'

/** A member of staff, as others see them. */
export const personSchema = z.object({ id: z.string(), name: z.string() })

export type Person = z.infer<typeof personSchema>

/** Why a session is over. */
export const sessionEnds = ['signed_out', 'replaced', 'idle', 'expired', 'key_rotated', 'restored'] as const

export type SessionEnd = (typeof sessionEnds)[number]

/** The names that the server assumes in messages to and from the provider, as PROVIDER_NAMES leaves them. */
const wireNamesSchema = z.object({
  firstName: z.string(),
  lastName: z.string(),
  documentNumber: z.string(),
  country: z.string(),
  accountNumber: z.string(),
  correlationId: z.string(),
  MOBILE_WALLET: z.string(),
  /** Of a payout request: currencyCode or CurrencyCode. */
  currencyCode: z.string(),
})

/**
 * GET /api/session: who works here, who else has, and how the server spells what the interface leaves open. POST /api/session `{ name }` says who one is and sets the cookie;
 * DELETE ends it. In local sign-in anybody at this machine may pick any name.
 */
export const sessionSchema = z.object({
  signIn: z.enum(['local']),
  person: z.nullable(personSchema),
  people: z.array(personSchema),
  names: wireNamesSchema,
})

export type Session = z.infer<typeof sessionSchema>

export const signInSchema = z.strictObject({
  name: z
    .string()
    .check(
      z.maxLength(longestText),
      z.describe(
        '1 to 60 characters, no control or invisible characters, no letter of another script than its word. Two names that differ in case or spaces alone are the same person.',
      ),
    ),
})
