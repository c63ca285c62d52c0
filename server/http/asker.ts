import type { Request } from 'express'
import type { ProblemParams } from '#shared/api/problem.ts'
import type { SignInMode } from '#shared/api/session.ts'
import { Failure } from '../kernel/failure.ts'
import type { CheckedSession, CheckedToken } from '../people/member.ts'
import type { Asker } from '../people/permitted.ts'
import type { Refusals } from '../problems/refusals.ts'
import type { ClientAddress } from './client-address.ts'
import type { Cookies } from './cookies.ts'
import { deviceOf } from './device.ts'
import type { Route } from './route.ts'

/** How people sign in, whose session or API token one is, and where a refused token is noted. */
export interface AskerGate {
  readonly signIn: SignInMode
  readonly checkSession: (token: string, device: string) => Promise<CheckedSession>
  /** The same, and no use of the session. */
  readonly peekSession: (token: string, device: string) => Promise<CheckedSession>
  /** `address`: exactly where the request comes from. */
  readonly checkToken: (text: string, address: string) => Promise<CheckedToken>
  readonly cookies: Cookies
  readonly exactAddress: ClientAddress
  readonly noteRefusal: Refusals['note']
  /** Counts a request with a token that was never issued. */
  readonly refuse: () => void
}

/**
 * Looks up who sends a request, each time that it is called: a person by the session of the cookie, or a program by its API token.
 * @throws Failure MALFORMED_REQUEST for a request of two; then SIGN_IN_REQUIRED, TOKEN_REFUSED
 */
export function askerIn(request: Request, route: Route, gate: AskerGate, requestId: string): () => Promise<Asker> {
  const bearer = bearerIn(request, gate)
  return () =>
    bearer === undefined ? whoAsks(request, route, gate) : whichToken(bearer, request, gate, { route, requestId })
}

/** The token after Bearer; blank where that word was forgotten. A page in a browser sends the cookie, and never a token as well. */
function bearerIn(request: Request, { cookies }: AskerGate): string | undefined {
  const { authorization = '' } = request.headers
  const [, bearer] = authorization.startsWith('pd_') ? ['', ''] : (/^Bearer (.+)$/i.exec(authorization) ?? [])
  if (bearer === undefined || cookies.tokensOf(request).sessionToken === undefined) return bearer
  throw new Failure('MALFORMED_REQUEST', { params: { why: 'credentials' } })
}

async function whoAsks(
  request: Request,
  { isUse = true }: Route,
  { signIn, checkSession, peekSession, cookies }: AskerGate,
): Promise<Asker> {
  const { sessionToken: token } = cookies.tokensOf(request)
  if (token === undefined) throw signInRequired(request, signIn)
  const checked = await (isUse ? checkSession : peekSession)(token, deviceOf(request.headers['user-agent']))
  if ('person' in checked) return checked
  throw new Failure('SIGN_IN_REQUIRED', { params: { why: checked.ended } })
}

/** A browser says from where its page asks, and the page leads to sign-in; a program is told what to send. */
function signInRequired({ headers }: Request, signIn: SignInMode): Failure {
  if (headers['sec-fetch-site'] !== undefined) return new Failure('SIGN_IN_REQUIRED')
  if (signIn === 'local') return new Failure('SIGN_IN_REQUIRED', { params: { why: 'local' } })
  return new Failure('SIGN_IN_REQUIRED', { params: { why: 'token' }, headers: { 'www-authenticate': 'Bearer' } })
}

async function whichToken(
  bearer: string,
  request: Request,
  { signIn, checkToken, exactAddress, noteRefusal, refuse }: AskerGate,
  { route: { method, path }, requestId }: { readonly route: Route; readonly requestId: string },
): Promise<Asker> {
  if (signIn === 'local') throw tokenRefused('local')
  const checked = await checkToken(bearer, exactAddress(request))
  if ('scopes' in checked) {
    const { person, scopes, expiresAt } = checked
    return { person, scopes, session: { ...unproven, id: person.id, idleEndsAt: expiresAt, endsAt: expiresAt } }
  }
  const error = tokenRefused(checked.refused)
  if (checked.person === undefined) refuse()
  else await noteRefusal({ method, path, id: undefined, requestId, person: checked.person, error })
  throw error
}

/** A program proves nothing of a person: what takes a proof is closed to it. */
const unproven = { provenBy: 'name', provenUntil: '' } as const

function tokenRefused(why: NonNullable<ProblemParams['why']>): Failure {
  const headers = { 'www-authenticate': 'Bearer error="invalid_token"' }
  return new Failure('TOKEN_REFUSED', { params: { why }, headers })
}
