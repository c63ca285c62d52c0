import * as z from 'zod/mini'
import type { Clock } from '../kernel/clock.ts'
import { createLimit, type Limit } from '../kernel/limit.ts'
import type { Log } from '../kernel/log.ts'
import { hashOfSecret } from '../kernel/random-secret.ts'
import { ceremonyLifeMs, useOnce } from '../people/ceremonies.ts'
import { personByIdentity } from '../people/people-rows.ts'
import type { Sessions } from '../people/sessions.ts'
import type { OidcSettings } from '../settings/oidc-settings.ts'
import type { Store } from '../store/store.ts'
import { admit } from './admit.ts'
import { newAttempt } from './attempt.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { OidcFailure } from './oidc-failure.ts'
import { endByProvider } from './provider-logout.ts'

/** A browser that is about to go to the provider. */
interface SignInDeparture {
  /** The path that it wants to be at in the end. */
  readonly to: string
  /** Where the provider sends it back to. */
  readonly redirectUri: string
  /** Binds the sign-in to this browser: no other can finish it, nor trick this one into finishing theirs. */
  readonly attemptToken: string
  /** The session that it has, and whose; null: none. */
  readonly former: { readonly personId: string; readonly sessionId: string } | null
  /** Whether that person is to prove once more who they are. */
  readonly isProof: boolean
}

/** A browser that has come back. */
interface SignInReturn {
  /** The address with all that the provider put into it. */
  readonly answer: URL
  readonly attemptToken: string | undefined
  readonly device: string
}

/** Where to go on, and the session to go on with; or why there is none, and whom the provider has identified: the id is null for who is unknown here. */
type SignInOutcome =
  | { readonly to: string; readonly token: string }
  | { readonly to: string; readonly failure: OidcFailure; readonly identified?: { readonly personId: string | null } }

/** Signing in at the company's identity provider. Every failure is in the log by its code and reason, and counted with refused sessions. */
export interface OidcSignIn {
  /**
   * Answers where the provider is.
   * @throws OidcFailure provider_down, not_trusted
   */
  leave(leaving: SignInDeparture): Promise<URL>
  /** Takes what was begun, asks the provider who came, and lets them in or not. */
  comeBack(returning: SignInReturn): Promise<SignInOutcome>
  /**
   * Ends what a logout token says.
   * @throws OidcFailure provider_down, not_trusted
   */
  logOut(token: string): Promise<void>
}

interface Deps {
  readonly store: Store
  readonly sessions: Pick<Sessions, 'begin' | 'proveById' | 'refuse'>
  readonly provider: IdentityProvider
  /** What has come back, and was asked about. */
  readonly asked: Limit
  readonly log: Log
}

/** Nothing is asked of the provider yet, which may be down. The libraries are loaded only where people sign in so. */
export async function createOidcSignIn(
  settings: OidcSettings,
  { clock, ...given }: Omit<Deps, 'provider' | 'asked'> & { readonly clock: Clock },
): Promise<OidcSignIn> {
  const { createIdentityProvider } = await import('./identity-provider.ts')
  const provider = createIdentityProvider(settings)
  const asked = createLimit([{ most: 1, spanMs: ceremonyLifeMs }], clock)
  const deps = { ...given, provider, asked }
  const { store, sessions, log } = deps
  const note = ({ code, reason }: OidcFailure) => {
    sessions.refuse()
    log.info('sign-in failed', { code, reason })
  }
  const noting = <Value>(work: Promise<Value>): Promise<Value> =>
    work.catch((error: unknown) => {
      if (error instanceof OidcFailure) note(error)
      throw error
    })
  return {
    leave: (leaving) => noting(leaveForProvider(deps, leaving)),
    async comeBack(returning) {
      const outcome = await comeBackFromProvider(deps, returning)
      if ('failure' in outcome) note(outcome.failure)
      return outcome
    },
    logOut: (token) =>
      noting(provider.readLogout(token).then((logout) => store.write((tx) => endByProvider(tx, logout)))),
  }
}

/** What a browser takes along and brings back, encrypted: leaving writes nothing, so that strangers fill no table. */
const contentSchema = z.object({
  to: z.string(),
  redirectUri: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  browser: z.string(),
  begunAt: z.string(),
  former: z.nullable(z.object({ personId: z.string(), sessionId: z.string() })),
  isProof: z.boolean(),
})

async function leaveForProvider({ store, provider }: Deps, leaving: SignInDeparture): Promise<URL> {
  const { attemptToken, ...rest } = leaving
  const now = store.now()
  const attempt = newAttempt(leaving.redirectUri, leaving.isProof ? now : undefined)
  const { nonce, verifier } = attempt
  const content = { ...rest, nonce, verifier, browser: hashOfSecret(attemptToken), begunAt: now.toISOString() }
  return provider.begin(attempt, store.encryption.encrypt(JSON.stringify(content), statePlace))
}

async function comeBackFromProvider(
  deps: Deps,
  { answer, attemptToken, device }: SignInReturn,
): Promise<SignInOutcome> {
  const { store, provider, sessions, asked } = deps
  const state = answer.searchParams.get('state') ?? ''
  const begun = begunIn(store, state)
  if (begun === undefined) return { to: '/', failure: new OidcFailure('expired', 'nothing was begun') }
  const { to, redirectUri, nonce, verifier, browser, begunAt, former, isProof } = begun
  if (attemptToken === undefined || hashOfSecret(attemptToken) !== browser) {
    return { to: '/', failure: new OidcFailure('not_trusted', 'another browser began it') }
  }
  // Each way there is counted; the provider is asked once for each.
  if (asked.take([hashOfSecret(state)]) !== undefined)
    return { to, failure: new OidcFailure('expired', 'came back before') }
  try {
    const provenSince = isProof ? new Date(begunAt) : undefined
    const identity = await provider.identify(answer, { redirectUri, nonce, verifier, provenSince }, state)
    const admitted = await store.write(async (tx) =>
      (await useOnce(tx, state))
        ? admit(tx, sessions, identity, { device, former, isProof, begunAt: new Date(begunAt) })
        : ({ code: 'expired' } as const),
    )
    if ('token' in admitted) return { to, token: admitted.token }
    const known = await personByIdentity(store.db, identity.issuer, identity.subject)
    const failure = new OidcFailure(admitted.code, 'identified, and not let in')
    return { to, failure, identified: { personId: known?.id ?? null } }
  } catch (error) {
    if (error instanceof OidcFailure) return { to, failure: error }
    throw error
  }
}

const statePlace = { table: 'oidc', id: 'state', column: 'state' }

/** What was begun; undefined where it was not by this app, or is over. */
function begunIn({ encryption, now }: Store, state: string): z.infer<typeof contentSchema> | undefined {
  try {
    const begun = contentSchema.parse(JSON.parse(encryption.decrypt(state, statePlace)))
    return now().getTime() - Date.parse(begun.begunAt) < ceremonyLifeMs ? begun : undefined
  } catch {
    return undefined
  }
}
