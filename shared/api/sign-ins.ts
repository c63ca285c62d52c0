import * as z from 'zod/mini'
import { personSchema } from './session.ts'

/*
 * From where people signed in, or tried to: apart from the audit log, which has no addresses and stays. Where names are taken on trust there is
 * none.
 */

/** What was tried: to sign in, to recover, to prove again who one is, to change what one signs in with. */
export const signInKinds = ['signIn', 'recovery', 'proof', 'credentials'] as const

export type SignInKind = (typeof signInKinds)[number]

/** What is the same within an hour is one. */
const keptSignInSchema = z.object({
  id: z.string(),
  kind: z.enum(signInKinds),
  isGood: z.boolean(),
  /** Null where it named no person of ours. */
  person: z.nullable(personSchema),
  /** An address of IPv4, or the network of one of IPv6; browser and system in a few words. Null where there were too many to keep them all. */
  from: z.nullable(z.object({ address: z.string(), device: z.string() })),
  times: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
})

export type KeptSignIn = z.infer<typeof keptSignInSchema>

/** GET /api/sign-ins?person= and GET /api/account/sign-ins: of the last 90 days the newest 250 that went well and 250 that were refused. */
export const signInTrailSchema = z.object({ items: z.array(keptSignInSchema) })
