import * as z from 'zod/mini'
import { personSchema } from './session.ts'
import { idText, readableText } from './texts.ts'

/*
 * What the merchant's own programs show to say whose they are: `Authorization: Bearer pd_…`. A token is a person of its own in all that it
 * does, and what it enters counts as entered by its maker and its holder too.
 */

/**
 * `payouts:write`: saving beneficiaries and payouts, and reading them masked. `exports:read`: listing exports and fetching their files.
 * `details:write`: making, renewing and withdrawing details links. `details:read`: listing them.
 */
export const tokenScopes = ['payouts:write', 'exports:read', 'details:write', 'details:read'] as const

export type TokenScope = (typeof tokenScopes)[number]

/** The most days that a token can live. */
export const longestTokenDays = 365

const nameText = readableText.check(z.maxLength(60), z.describe('Not blank, at most 60 characters.'))

/** POST /api/tokens. */
export const tokenWriteSchema = z.strictObject({
  /** Which of the merchant's programs it is for. */
  name: nameText,
  /** Who keeps it: a member of staff, or a company outside. */
  holder: z.union([z.strictObject({ id: idText }), z.strictObject({ name: nameText })]),
  scopes: z.array(z.enum(tokenScopes)).check(
    z.minLength(1),
    z.maxLength(tokenScopes.length),
    z.overwrite((given) => tokenScopes.filter((scope) => given.includes(scope))),
    z.describe('Each scope once; their order does not matter.'),
  ),
  expiresInDays: z.int().check(z.minimum(1), z.maximum(longestTokenDays)),
  addresses: z
    .array(z.string().check(z.maxLength(64)))
    .check(
      z.maxLength(50),
      z.describe(
        'Where requests may come from, such as "192.0.2.7" or "2001:db8::/32", no range wider than /8 (IPv6: /16), all together no more than two of these; none only with `anyAddress`.',
      ),
    ),
  /** Whether it is to work from anywhere. Then there are no addresses. */
  anyAddress: z.exactOptional(z.boolean()),
})

export type TokenWrite = Readonly<z.infer<typeof tokenWriteSchema>>

/** Who keeps a token; the id is null for who does not work here. */
export const tokenHolderSchema = z.object({ id: z.nullable(z.string()), name: z.string() })

const tokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  /** None: from anywhere. */
  addresses: z.array(z.string()),
  maker: personSchema,
  holder: tokenHolderSchema,
  createdAt: z.string(),
  expiresAt: z.string(),
  /** At most a minute before the last request. */
  lastUsedAt: z.nullable(z.string()),
  /** Whether it opens anything; and if not, why: no second person has confirmed it, it was taken away, its time is over, its maker was suspended or lost a role, or its maker or holder has not signed in at the identity provider for 30 days, so that their roles are out of date. */
  state: z.enum(['live', 'proposed', 'revoked', 'expired', 'maker', 'unseen']),
})

export type ApiToken = z.infer<typeof tokenSchema>

/** GET /api/token: the token that asks. */
export const ownTokenSchema = z.extend(
  z.pick(tokenSchema, {
    id: true,
    name: true,
    scopes: true,
    addresses: true,
    holder: true,
    createdAt: true,
    expiresAt: true,
  }),
  {
    /** How many requests that are not reads it may send within a minute. */
    writesPerMinute: z.number(),
  },
)

/** GET /api/tokens, the newest first; those that open nothing any more stay in it. */
export const tokensSchema = z.object({ items: z.array(tokenSchema) })

/** Answer of POST /api/tokens: the token itself is shown this once. It opens nothing until a second person confirms it. */
export const newTokenSchema = z.object({ token: z.string(), details: tokenSchema })

export type NewToken = z.infer<typeof newTokenSchema>
