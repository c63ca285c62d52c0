import * as z from 'zod/mini'
import type { OidcError } from '#shared/api/oidc.ts'
import { longestText } from '#shared/api/texts.ts'
import { named, type Route, type RouteInput, route } from '../http/route.ts'
import { Failure } from '../kernel/failure.ts'
import { makeSecret } from '../kernel/random-secret.ts'
import { OidcFailure } from '../oidc/oidc-failure.ts'
import type { OidcSignIn } from '../oidc/oidc-sign-in.ts'
import { keepAttempt } from '../people/sign-in-trail.ts'
import type { AppDeps } from './app-deps.ts'

type Deps = Pick<AppDeps, 'store' | 'sessions' | 'signInLimits' | 'publicOrigin'>

const callback = '/api/sign-in/oidc/callback'

const html = 'text/html; charset=utf-8'

/** The address where a browser ends up: always a page of this app, even if the value would lead elsewhere. */
const ownPath = z.string().check(
  z.maxLength(longestText),
  z.refine((to) => pathOf(to) !== undefined, 'must be a path of this server, such as /payouts, and none of its API'),
  z.describe('A path of this server, such as /payouts, and none of its API.'),
)

const leavingQuery = z.strictObject({ to: z.optional(ownPath) })

/** It holds an address of {@link longestText} characters, encrypted. */
const longestState = 8_192

/** Of what the provider adds, as much as we look at. */
const answerQuery = z.object({
  state: z.optional(z.string().check(z.maxLength(longestState))),
  code: z.optional(z.string().check(z.maxLength(4_096))),
  error: z.optional(z.string().check(z.maxLength(longestText))),
  iss: z.optional(z.string().check(z.maxLength(longestText))),
})

const logoutSchema = z.object({ logout_token: z.string().check(z.maxLength(16_384)) })

/** Signing in at the company's identity provider, where browsers come and go by links and redirects; and what its server sends to ours. */
export function oidcRoutes(deps: Deps, oidc: OidcSignIn): readonly Route[] {
  const { publicOrigin } = deps
  const leaving = { method: 'get', permission: 'public', query: leavingQuery, status: 302, answer: [html] } as const
  return [
    route({
      ...leaving,
      path: '/api/sign-in/oidc',
      summary: 'Sends the browser to the identity provider, from which it returns with a session.',
      handle: (given) => leave(deps, oidc, given, false),
    }),
    route({
      ...leaving,
      path: '/api/session/proof/oidc',
      summary:
        'Sends the browser to the identity provider, where the person of its session confirms their identity again.',
      handle: (given) => leave(deps, oidc, given, true),
    }),
    route({
      method: 'get',
      path: callback,
      permission: 'public',
      summary:
        'Where the identity provider sends the browser back to. Sets the cookie, and lets the browser continue from here.',
      query: answerQuery,
      answer: [html],
      handle: async ({ query, attemptToken, address, device }) => {
        const answer = new URL(callback, publicOrigin())
        for (const [name, value] of Object.entries(query)) if (value !== undefined) answer.searchParams.set(name, value)
        const outcome = await oidc.comeBack({ answer, attemptToken, device })
        const failed = 'failure' in outcome
        const to = failed ? signInAt({ error: outcome.failure.code, to: outcome.to }) : outcome.to
        // After a navigation from another site browsers send no SameSite=Strict cookie, not even with a redirect: a page of ours starts the next request.
        const onward = { text: '<!doctype html>', contentType: html, headers: { refresh: `0; url=${to}` } }
        const attempt = { kind: 'signIn', address, device } as const
        if (failed) {
          // Of whom the provider has not identified, its own log knows.
          const { identified } = outcome
          if (identified) await keepAttempt(deps.store, attempt, false, identified.personId ?? undefined)
          return onward
        }
        const who = await deps.sessions.peek(outcome.token)
        await keepAttempt(deps.store, attempt, true, 'person' in who ? who.person.id : undefined)
        return { ...onward, sessionToken: outcome.token }
      },
    }),
    route({
      method: 'post',
      path: '/api/sign-in/oidc/logout',
      permission: 'public',
      summary:
        'Tells the server that a session at the identity provider has ended (OpenID Connect Back-Channel Logout 1.0).',
      body: named('ProviderLogout', logoutSchema),
      isForm: true,
      isUnlimited: true,
      bodyLimitKiB: 32,
      answer: ['text/plain'],
      problems: ['IDENTITY_PROVIDER_DOWN', 'STORE_UNAVAILABLE'],
      handle: async ({ body }) => {
        await oidc.logOut(body.logout_token).catch((error: unknown) => {
          if (!(error instanceof OidcFailure)) throw error
          if (error.code === 'provider_down') throw new Failure('IDENTITY_PROVIDER_DOWN', { retryAfterSeconds: 10 })
          throw new Failure('MALFORMED_REQUEST', { params: { why: 'logout' } })
        })
        return { text: '', contentType: 'text/plain' }
      },
    }),
  ]
}

/** Sends a browser away; back to the sign-in screen where that cannot be. */
async function leave(
  { sessions, signInLimits, publicOrigin }: Deps,
  oidc: OidcSignIn,
  { query, address, device, isFromElsewhere, sessionToken, attemptToken = makeSecret() }: OidcStartRequest,
  isProof: boolean,
) {
  const to = pathOf(query.to ?? '/') ?? '/'
  const elsewhere = { text: '', contentType: html }
  // No other page may sign a person in: they press a button of ours.
  if (isFromElsewhere) return { ...elsewhere, location: signInAt({ to }) }
  const checked = sessionToken === undefined ? undefined : await sessions.peek(sessionToken, device)
  const former =
    checked !== undefined && 'person' in checked ? { personId: checked.person.id, sessionId: checked.session.id } : null
  // Whose session ended meanwhile signs in again, which proves as much.
  if (isProof && former === null) return { ...elsewhere, location: signInAt({ error: 'expired', to }) }
  try {
    const redirectUri = publicOrigin() + callback
    const depart = () => oidc.leave({ to, redirectUri, attemptToken, former, isProof })
    if (former === null) signInLimits.begin(address)
    const { href } = await (former === null ? depart() : signInLimits.proof(former.personId, depart))
    return { ...elsewhere, location: href, attemptToken }
  } catch (error) {
    if (error instanceof Failure && error.code === 'TOO_MANY_SIGN_INS')
      return { ...elsewhere, location: signInAt({ error: 'too_many', to }) }
    if (error instanceof OidcFailure) return { ...elsewhere, location: signInAt({ error: error.code, to }) }
    throw error
  }
}

type OidcStartRequest = Pick<RouteInput, 'address' | 'device' | 'isFromElsewhere' | 'sessionToken' | 'attemptToken'> & {
  readonly query: z.infer<typeof leavingQuery>
}

function signInAt({ error, to }: { readonly error?: OidcError; readonly to: string }): string {
  return `/sign-in?${new URLSearchParams({ ...(error && { error }), ...(to !== '/' && { to }) })}`
}

const anyOrigin = 'http://localhost'

/** A path as browsers read it: undefined where they would go to another site, or to the API. */
function pathOf(to: string): string | undefined {
  if (!to.startsWith('/') || !URL.canParse(to, anyOrigin)) return undefined
  const { origin, pathname, search, hash } = new URL(to, anyOrigin)
  const isOurs = origin === anyOrigin && !pathname.startsWith('//') && !/^\/api(\/|$)/i.test(pathname)
  return isOurs ? pathname + search + hash : undefined
}
