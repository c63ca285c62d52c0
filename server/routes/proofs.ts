import {
  passkeyAssertionSchema,
  passkeyProofSchema,
  passwordProofSchema,
  requestCeremonySchema,
} from '#shared/api/accounts.ts'
import { sessionSchema } from '#shared/api/session.ts'
import type { AccountDeps } from '../accounts/credentials.ts'
import { beginPasskeyProof, proveByPasskey, proveByPassword } from '../accounts/sign-in.ts'
import { named, type Route, route } from '../http/route.ts'
import { keepingTrail } from '../people/sign-in-trail.ts'
import type { AppDeps } from './app-deps.ts'
import { presentSession } from './session.ts'

const session = named('Session', sessionSchema)
const request = named('PasskeyRequest', requestCeremonySchema)
const assertion = named('PasskeyAssertion', passkeyAssertionSchema)

/** From where a request of a sign-in or a proof comes. */
export interface SignInOrigin {
  readonly address: string
  readonly device: string
}

export function originOf({ address, device }: SignInOrigin): SignInOrigin {
  return { address, device }
}

/** Proving again who one is, by what is kept here. */
export function proofRoutes(deps: AppDeps & AccountDeps): readonly Route[] {
  const address = { method: 'post', permission: 'account' } as const
  return [
    route({
      ...address,
      path: '/api/session/proof/passkey-options',
      body: named('PasskeyProof', passkeyProofSchema),
      answer: request,
      summary:
        'Begins to confirm your identity with one of your own passkeys; with `change`, to confirm the change of your account that was refused with it.',
      handle: async ({ person, body: { change } }) => ({ body: await beginPasskeyProof(deps, person.id, change) }),
    }),
    route({
      ...address,
      path: '/api/session/proof/passkey',
      body: assertion,
      answer: session,
      problems: ['CEREMONY_EXPIRED', 'SIGN_IN_FAILED'],
      summary: 'Confirms your identity again. The session continues under another cookie.',
      handle: async ({ person, sessionToken, body, ...given }) => {
        const attempt = { ...originOf(given), kind: 'proof', person } as const
        const token = await keepingTrail(deps.store, attempt, () =>
          proveByPasskey(deps, body, { person, sessionToken }),
        )
        return { body: await presentSession(deps, token), sessionToken: token }
      },
    }),
    route({
      ...address,
      path: '/api/session/proof/password',
      body: named('PasswordProof', passwordProofSchema),
      answer: session,
      problems: ['STEP_UP_REQUIRED', 'SIGN_IN_FAILED', 'SIGN_IN_PAUSED', 'TOO_MANY_SIGN_INS'],
      summary: 'The same by password and code, which also confirms a change where you have no passkey.',
      handle: async ({ person, sessionToken, body, ...given }) => {
        const attempt = { ...originOf(given), kind: 'proof', person } as const
        const token = await keepingTrail(deps.store, attempt, () =>
          proveByPassword(deps, body, { person, sessionToken }),
        )
        return { body: await presentSession(deps, token), sessionToken: token }
      },
    }),
  ]
}
