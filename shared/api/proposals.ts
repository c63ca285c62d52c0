import * as z from 'zod/mini'
import { eventTypeNames } from './events.ts'
import { roles } from './permissions.ts'
import { rulesByCurrency } from './policy.ts'
import { personSchema } from './session.ts'
import { tokenHolderSchema, tokenScopes } from './tokens.ts'

/*
 * What gives or returns power. One admin proposes it; it takes effect once another one confirms it who is independent: neither invited the
 * other, nor one person both, without a second person and within the last 30 days. Where there is none, the command line confirms.
 */

export const proposalKinds = [
  'invitation',
  'rights',
  'reEnrolment',
  'reinstatement',
  'policy',
  'token',
  'webhook',
] as const

export type ProposalKind = (typeof proposalKinds)[number]

const proposalSchema = z.object({
  id: z.string(),
  kind: z.enum(proposalKinds),
  by: personSchema,
  at: z.string(),
  /** After it the proposal is void. */
  expiresAt: z.string(),
  /** Whom it is about; of a token, whose it is to be. Null for the policy. */
  person: z.nullable(personSchema),
  /** Of an invitation and of other rights: what the person may do then. */
  roles: z.exactOptional(z.array(z.enum(roles))),
  approveUpTo: z.exactOptional(z.record(z.string(), z.string())),
  approveUpToADay: z.exactOptional(z.record(z.string(), z.string())),
  /** Of the policy: all of its rules. */
  currencies: z.exactOptional(rulesByCurrency),
  /** Of a token. */
  token: z.exactOptional(
    z.object({
      name: z.string(),
      scopes: z.array(z.enum(tokenScopes)),
      addresses: z.array(z.string()),
      holder: tokenHolderSchema,
    }),
  ),
  /** Of a webhook: that it is called, that it is signed for with another secret, or that it is called again after it answered 410. */
  webhook: z.exactOptional(
    z.object({
      url: z.string(),
      types: z.array(z.enum(eventTypeNames)),
      change: z.enum(['call', 'secret', 'call_again']),
    }),
  ),
  /** Whether the person who asks may confirm it. */
  canConfirm: z.boolean(),
  /** The admins who may. Where there is none, the command line does. Empty where names are taken on trust: there anybody else does. */
  confirmers: z.array(personSchema),
  /** Who let the person in alone within the last 30 days, who let that one in, and so on: until then they count as one. */
  letInBy: z.array(personSchema),
  /** For who proposed a link: the code that they give the person themselves, and without which the link opens nothing. Null to others. */
  code: z.nullable(z.string()),
})

export type Proposal = z.infer<typeof proposalSchema>

/** GET /api/proposals: those that wait, the oldest first. */
export const proposalsSchema = z.object({ items: z.array(proposalSchema) })

/** POST /api/proposals/{id}/confirm: of an invitation and of a re-enrolment with a link, which is shown this once, and needs the proposer's code. */
export const proposalConfirmationSchema = z.object({
  person: z.nullable(personSchema),
  link: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
})
