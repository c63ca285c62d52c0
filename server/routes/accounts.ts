import {
  creationCeremonySchema,
  enrolledSchema,
  enrolmentPasskeySchema,
  enrolmentPasswordSchema,
  enrolmentSchema,
  enrolmentTokenSchema,
  passkeyAssertionSchema,
  passwordSignInSchema,
  recoverySignInSchema,
  recoveryTokenSchema,
  requestCeremonySchema,
  totpCeremonySchema,
} from '#shared/api/accounts.ts'
import { sessionSchema } from '#shared/api/session.ts'
import type { AccountDeps, Browser } from '../accounts/credentials.ts'
import {
  beginEnrolmentPasskey,
  beginEnrolmentTotp,
  enrolByPasskey,
  enrolByPassword,
  showEnrolment,
} from '../accounts/enrolment.ts'
import { knownBrowserToken } from '../accounts/known-browsers.ts'
import { passkeySite } from '../accounts/passkeys.ts'
import { recover } from '../accounts/recovery.ts'
import { beginPasskeySignIn, signInByPasskey, signInByPassword } from '../accounts/sign-in.ts'
import { named, type Route, route } from '../http/route.ts'
import { keepingTrail } from '../people/sign-in-trail.ts'
import { ownAccountRoutes } from './account.ts'
import type { AppDeps } from './app-deps.ts'
import { approvalRoutes } from './approvals.ts'
import { originOf, proofRoutes, type SignInOrigin } from './proofs.ts'
import { presentSession } from './session.ts'

const session = named('Session', sessionSchema)
const request = named('PasskeyRequest', requestCeremonySchema)
const creation = named('PasskeyCreation', creationCeremonySchema)
const assertion = named('PasskeyAssertion', passkeyAssertionSchema)
const enrolled = named('Enrolled', enrolledSchema)
const link = named('EnrolmentToken', enrolmentTokenSchema)
const totp = named('TotpCeremony', totpCeremonySchema)

/** What is kept here to sign in with: passkeys, passwords and codes, links for who has none, and proofs of who one is. */
export function accountsRoutes(deps: AppDeps): readonly Route[] {
  const accounts = { ...deps, site: () => passkeySite(deps.publicOrigin()) }
  return [
    ...signInRoutes(accounts),
    ...enrolmentRoutes(accounts),
    ...proofRoutes(accounts),
    ...ownAccountRoutes(accounts),
    ...approvalRoutes(accounts),
  ]
}

type Deps = AppDeps & AccountDeps

/** Where who asks sits. */
function browserIn(given: {
  readonly address: string
  readonly device: string
  readonly sessionToken: string | undefined
  readonly browserToken: string | undefined
}): Browser {
  return {
    address: given.address,
    device: given.device,
    former: given.sessionToken,
    known: given.browserToken,
  }
}

/** What the browser of a person who has just signed in is sent and keeps. */
async function signedIn(deps: Deps, token: string) {
  const body = await presentSession(deps, token)
  const { person } = body
  return { body, sessionToken: token, ...(person && { browserToken: knownBrowserToken(deps.store, person.id) }) }
}

/** Signs in, and keeps from where. */
function kept(
  { store }: Deps,
  { email, ...given }: SignInOrigin & { readonly email?: string },
  work: () => ReturnType<typeof signedIn>,
): ReturnType<typeof signedIn> {
  const attempt = { ...originOf(given), kind: 'signIn', ...(email !== undefined && { email }) } as const
  return keepingTrail(store, attempt, work, ({ body }) => body.person?.id)
}

/** Signs in who has just set up a passkey or password, and keeps from where. */
async function enrolledIn(deps: Deps, given: SignInOrigin, enrol: () => ReturnType<typeof enrolByPasskey>) {
  const attempt = { ...originOf(given), kind: 'credentials' } as const
  const enrolIn = async () => {
    const { token, recoveryCodes } = await enrol()
    const { body: session, ...cookies } = await signedIn(deps, token)
    return { body: { session, recoveryCodes }, ...cookies }
  }
  return keepingTrail(deps.store, attempt, enrolIn, ({ body }) => body.session.person?.id)
}

function signInRoutes(deps: Deps): readonly Route[] {
  const address = { method: 'post', permission: 'public' } as const
  return [
    route({
      ...address,
      path: '/api/sign-in/passkey-options',
      answer: request,
      problems: ['TOO_MANY_SIGN_INS'],
      summary: 'Begins signing in with a passkey, whichever the browser has for this site.',
      handle: async ({ address: from }) => {
        deps.signInLimits.begin(from)
        return { body: await beginPasskeySignIn(deps) }
      },
    }),
    route({
      ...address,
      path: '/api/sign-in/passkey',
      body: assertion,
      answer: session,
      problems: ['CEREMONY_EXPIRED', 'SIGN_IN_FAILED'],
      summary: 'Signs in with the passkey that has signed the challenge. Sets the cookie that other requests need.',
      handle: async (given) => {
        return kept(deps, given, async () => signedIn(deps, await signInByPasskey(deps, given.body, browserIn(given))))
      },
    }),
    route({
      ...address,
      path: '/api/sign-in/password',
      body: named('PasswordSignIn', passwordSignInSchema),
      answer: session,
      problems: ['SIGN_IN_FAILED', 'SIGN_IN_PAUSED', 'TOO_MANY_SIGN_INS'],
      summary: 'Signs in with e-mail address, password and a code from an authenticator app; each code works once.',
      handle: async (given) => {
        return kept(deps, { ...given, email: given.body.email }, async () =>
          signedIn(deps, await signInByPassword(deps, given.body, browserIn(given))),
        )
      },
    }),
    route({
      ...address,
      path: '/api/sign-in/recovery',
      body: named('RecoverySignIn', recoverySignInSchema),
      answer: named('RecoveryToken', recoveryTokenSchema),
      problems: ['SIGN_IN_FAILED', 'SIGN_IN_PAUSED', 'TOO_MANY_SIGN_INS'],
      summary:
        'Uses up a recovery code, for a person who has lost their passkey or password: all their sessions end, they cannot approve for a day, and the token takes them to a new passkey or password.',
      handle: async (given) => {
        const attempt = { ...originOf(given), kind: 'recovery', email: given.body.email } as const
        const token = await keepingTrail(deps.store, attempt, () => recover(deps, given.body, browserIn(given)))
        return { body: { token } }
      },
    }),
  ]
}

function enrolmentRoutes(deps: Deps): readonly Route[] {
  const address = { method: 'post', permission: 'public', problems: ['LINK_EXPIRED'] } as const
  return [
    route({
      ...address,
      path: '/api/enrolment',
      body: link,
      answer: named('Enrolment', enrolmentSchema),
      summary: 'What a link is for: an invitation, or another passkey or password for a person who has lost theirs.',
      handle: async ({ body: { token } }) => ({ body: await showEnrolment(deps, token) }),
    }),
    route({
      ...address,
      path: '/api/enrolment/passkey-options',
      body: link,
      answer: creation,
      summary: 'Begins to create a passkey.',
      handle: async ({ body: { token } }) => ({ body: await beginEnrolmentPasskey(deps, token) }),
    }),
    route({
      ...address,
      path: '/api/enrolment/passkey',
      body: named('EnrolmentPasskey', enrolmentPasskeySchema),
      answer: enrolled,
      problems: ['LINK_EXPIRED', 'CEREMONY_EXPIRED', 'PASSKEY_REFUSED'],
      summary: 'Saves the passkey, uses up the link and signs in. The recovery codes are shown only now.',
      handle: async (given) => {
        return enrolledIn(deps, given, () => enrolByPasskey(deps, given.body, browserIn(given)))
      },
    }),
    route({
      ...address,
      path: '/api/enrolment/totp',
      body: link,
      answer: totp,
      summary: 'Begins to pair an authenticator app.',
      handle: async ({ body: { token } }) => ({ body: await beginEnrolmentTotp(deps, token) }),
    }),
    route({
      ...address,
      path: '/api/enrolment/password',
      body: named('EnrolmentPassword', enrolmentPasswordSchema),
      answer: enrolled,
      problems: ['LINK_EXPIRED', 'CEREMONY_EXPIRED', 'SIGN_IN_PAUSED', 'TOO_MANY_SIGN_INS'],
      summary:
        'Sets password and authenticator app, uses up the link and signs in. The recovery codes are shown only now.',
      handle: async (given) => {
        return enrolledIn(deps, given, () => enrolByPassword(deps, given.body, browserIn(given)))
      },
    }),
  ]
}
