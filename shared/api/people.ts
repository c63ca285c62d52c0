import * as z from 'zod/mini'
import { roles } from './permissions.ts'
import { proposalKinds } from './proposals.ts'
import { personSchema } from './session.ts'
import { longestText } from './texts.ts'

/*
 * Who works here, as admins see and change it. Where an identity provider says who people are, it also says their roles, and invitations
 * are its own: limits, suspension and sessions are this app's in both modes.
 */

/** A mail address. */
export const emailText = z.string().check(
  z.maxLength(254),
  z.regex(/^\s*[^\s@<>()[\]\\,;:"\p{C}]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+\s*$/u),
  z.overwrite((text) => text.trim().toLowerCase()),
  z.describe('Such as ana@example.com.'),
)

/** No role at all is a person who may do nothing. */
const givenRoles = z.array(z.enum(roles)).check(
  z.maxLength(roles.length),
  z.overwrite((given) => roles.filter((role) => given.includes(role))),
  z.describe('Each role once; their order does not matter.'),
)

/** The most that a person may approve within a day, by currency. */
const approvalLimits = z
  .record(z.string().check(z.maxLength(longestText)), z.string().check(z.maxLength(longestText)))
  .check(
    z.describe(
      'By currency an amount above zero as decimal text, such as {"BRL": "5000"}. A currency that is left out has no limit.',
    ),
  )

/** A person or a token. Answer of every change of one, with the ETag that PUT /api/people/{id} sends back. */
export const staffMemberSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Null for a token, and where the identity provider sends none. */
  email: z.nullable(z.string()),
  roles: z.array(z.enum(roles)),
  /** To one payee within a day, by currency, as decimal text; a currency that is missing has no limit. */
  approveUpTo: z.record(z.string(), z.string()),
  /** The same to all payees together. */
  approveUpToADay: z.record(z.string(), z.string()),
  status: z.enum(['active', 'invited', 'suspended']),
  /** Whether it is an API token, and whose. */
  isMachine: z.boolean(),
  maker: z.nullable(personSchema),
  createdAt: z.string(),
  lastSignInAt: z.nullable(z.string()),
  /** How many go on. */
  sessions: z.number(),
  hasPasskey: z.boolean(),
  /** Until when they approve and administer nothing, as their role or way to sign in is new. */
  heldUntil: z.nullable(z.string()),
  /** Which admins may release them before; where there is none, the command line does. None for who is not held. */
  releasers: z.array(personSchema),
  /** Until when the link that they were invited by opens; null without one. */
  invitedUntil: z.nullable(z.string()),
  /** What is proposed about them, and waits for a second person. */
  waiting: z.array(z.enum(proposalKinds)),
  version: z.number(),
})

export type StaffMember = z.infer<typeof staffMemberSchema>

/** GET /api/people: all but those of the sample data, in the order of their names. */
export const peopleSchema = z.object({ items: z.array(staffMemberSchema) })

/** GET /api/staff: which mail address people have, so that two of nearly one name are not taken for each other. Empty where names are taken on trust. */
export const staffSchema = z.object({ items: z.array(z.object({ id: z.string(), email: z.string() })) })

export type Staff = z.infer<typeof staffSchema>

/** POST /api/invitations: for a person who is new here. */
export const invitationWriteSchema = z.strictObject({
  email: emailText,
  name: z
    .string()
    .check(z.maxLength(longestText), z.describe('As for POST /api/session; the invited person can change it.')),
  roles: givenRoles,
  approveUpTo: approvalLimits,
  approveUpToADay: approvalLimits,
})

export type InvitationWrite = Readonly<z.infer<typeof invitationWriteSchema>>

/** A link that is shown this once; it lets its reader set up a passkey or password. Null for a reviewer or admin: it is made once a second person confirms. */
export const invitationSchema = z.object({
  person: staffMemberSchema,
  link: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
})

/**
 * PUT /api/people/{id}, with If-Match: ends all sessions of that person. With a role of reviewer or admin that they have not, or a larger
 * amount that they may approve, it is a proposal.
 */
export const personWriteSchema = z.strictObject({
  roles: givenRoles,
  approveUpTo: approvalLimits,
  approveUpToADay: approvalLimits,
})

export type PersonWrite = Readonly<z.infer<typeof personWriteSchema>>

/** POST /api/people/{id}/suspend. With distrust, approvals of theirs that have not been exported go back to review. */
export const suspensionSchema = z.strictObject({ distrust: z.boolean() })
