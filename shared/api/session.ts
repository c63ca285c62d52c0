import * as z from 'zod/mini'
import { permissionNames, roles } from './permissions.ts'
import { longestText } from './texts.ts'

/** A member of staff, as others see them. */
export const personSchema = z.object({ id: z.string(), name: z.string() })

export type Person = z.infer<typeof personSchema>

/** How people sign in: by a name on trust, with a passkey or password kept here, or at an identity provider. */
export const signInModes = ['local', 'accounts', 'oidc'] as const

export type SignInMode = (typeof signInModes)[number]

/** By what a person proved who they are. */
export const proofs = ['name', 'passkey', 'password', 'recovery', 'oidc'] as const

export type Proof = (typeof proofs)[number]

/** Why a session is over. */
export const sessionEnds = [
  'signed_out',
  'replaced',
  'idle',
  'expired',
  'key_rotated',
  'restored',
  // An admin suspended the person, changed their roles, or ended the session; so can the person.
  'suspended',
  'roles_changed',
  'ended',
  // The person's passkeys or password changed, or were recovered.
  'credentials_changed',
  'recovered',
  // Another browser, or one on another system, came with its cookie.
  'other_browser',
  // The identity provider ended it.
  'provider_logout',
  // The person has begun more sessions than there may be.
  'too_many',
] as const

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

/** How long a session lives, and until when what takes a proof goes on without another. Times in ISO 8601. */
const sessionStateSchema = z.object({
  id: z.string(),
  /** When it ends unless it is used before, and in any case. */
  idleEndsAt: z.string(),
  endsAt: z.string(),
  provenBy: z.enum(proofs),
  provenUntil: z.string(),
})

/**
 * GET /api/session: who works here, what they may do, and how the server spells what the interface leaves open; asking is no use that puts
 * the session's end off. DELETE ends it. POST `{ name }` says who one is: where names are taken on trust (`local`), anybody at this
 * machine may pick any name and has every role; `people` are those who have.
 */
export const sessionSchema = z.object({
  signIn: z.enum(signInModes),
  /** Whether the provider is real. */
  environment: z.enum(['sandbox', 'provider']),
  person: z.nullable(personSchema),
  roles: z.array(z.enum(roles)),
  /** What the roles allow. */
  permissions: z.array(z.enum(permissionNames)),
  people: z.array(personSchema),
  session: z.nullable(sessionStateSchema),
  /** Whether the person has a passkey, and so signs approvals with it. */
  hasPasskey: z.boolean(),
  /** Where beneficiaries can be asked for their own details. */
  hasDetailsLinks: z.exactOptional(z.boolean()),
  /** Where mails can be sent. */
  hasMail: z.exactOptional(z.boolean()),
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
