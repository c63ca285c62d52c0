import * as z from 'zod/mini'

/** Each change of what a person signs in with, as the audit log calls it. */
export const credentialActions = [
  'person.recovered',
  'passkey.added',
  'passkey.removed',
  'password.set',
  'password.removed',
  'recoveryCodes.made',
  'recoveryCodes.used',
] as const

/** GET /api/account: who one is, what one may do, how one signs in, and where one has. */
export const accountSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  roles: z.array(z.enum(['viewer', 'clerk', 'reviewer', 'admin'])),
  /** To one payee within a day, by currency, as decimal text; a currency that is missing has no limit. */
  approveUpTo: z.record(z.string(), z.string()),
  /** The same to all payees together. */
  approveUpToADay: z.record(z.string(), z.string()),
  heldUntil: z.nullable(z.string()),
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      createdAt: z.string(),
      lastUsedAt: z.nullable(z.string()),
      /** Whether it is kept by an account of its maker, and so on several devices. */
      isBackedUp: z.boolean(),
    }),
  ),
  hasPassword: z.boolean(),
  recoveryCodesLeft: z.number(),
  /** What has changed of how one signs in within the last seven days, the newest first, also of a passkey that is there no more. */
  recentChanges: z.array(
    z.object({ action: z.enum(credentialActions), at: z.string(), passkey: z.nullable(z.string()) }),
  ),
  sessions: z.array(
    z.object({
      id: z.string(),
      device: z.string(),
      provenBy: z.string(),
      createdAt: z.string(),
      lastUsedAt: z.string(),
      isThis: z.boolean(),
    }),
  ),
})

export type Account = z.infer<typeof accountSchema>
