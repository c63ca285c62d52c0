import type { Request } from 'express'

type RequestHeaders = Pick<Request, 'headers'>

/** What a browser keeps for us, unread. Of two cookies of one name either may be foreign, as another port may have set one: then there is none. */
export interface HeldTokens {
  /** Of its session. */
  readonly sessionToken: string | undefined
  /** While it is at the identity provider, whose page sends it back here; for five minutes. */
  readonly attemptToken: string | undefined
  /** Of its last sign-in, for half a year. */
  readonly browserToken: string | undefined
}

/** What it is to keep from now on; null: it forgets what it has. */
export interface TokensToHold {
  readonly sessionToken?: string | null
  readonly attemptToken?: string
  readonly browserToken?: string
}

export interface Cookies {
  tokensOf(request: RequestHeaders): HeldTokens
  /** The values of Set-Cookie: away from scripts and other sites. How long a session lives is the server's to say. */
  holding(request: RequestHeaders, tokens: TokensToHold): readonly string[]
}

/** @param publicUrl where browsers find the app; undefined: under names of this machine, over http */
export function createCookies(publicUrl: string | undefined): Cookies {
  const nameFor =
    (suffix: string) =>
    ({ headers }: RequestHeaders) =>
      sessionCookieName(headers.host, publicUrl).replace('payout-desk', `payout-desk${suffix}`)
  const session = cookieOf(publicUrl, nameFor(''), 'SameSite=Strict')
  const attempt = cookieOf(publicUrl, nameFor('-oidc'), 'Max-Age=300; SameSite=Lax')
  const browser = cookieOf(publicUrl, nameFor('-browser'), 'Max-Age=15552000; SameSite=Strict')
  return {
    tokensOf: (request) => ({
      sessionToken: session.tokenOf(request),
      attemptToken: attempt.tokenOf(request),
      browserToken: browser.tokenOf(request),
    }),
    holding: (request, { sessionToken, attemptToken, browserToken }) => [
      ...(sessionToken === undefined ? [] : [session.holding(request, sessionToken)]),
      ...(attemptToken === undefined ? [] : [attempt.holding(request, attemptToken)]),
      ...(browserToken === undefined ? [] : [browser.holding(request, browserToken)]),
    ],
  }
}

interface Cookie {
  tokenOf(request: RequestHeaders): string | undefined
  holding(request: RequestHeaders, token: string | null): string
}

function cookieOf(publicUrl: string | undefined, nameFor: (request: RequestHeaders) => string, terms: string): Cookie {
  const isSecure = publicUrl?.startsWith('https:') ?? false
  return {
    tokenOf(request) {
      const begin = `${nameFor(request)}=`
      const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
      const [token, ...others] = cookies.filter((cookie) => cookie.startsWith(begin))
      return others.length > 0 ? undefined : token?.slice(begin.length) || undefined
    },
    holding(request, token) {
      const ends = token === null ? 'Max-Age=0; ' : ''
      return `${nameFor(request)}=${token ?? ''}; ${ends}Path=/; ${isSecure ? 'Secure; ' : ''}HttpOnly; ${terms}`
    },
  }
}

/**
 * Over https browsers keep `__Host-` for this very host, its encryption and the path `/`: neither another host of the domain nor anyone
 * on the way can plant such a cookie. Over http the name has the port that the browser knows: all ports of a host share their cookies, so
 * that another server of this machine would otherwise take ours for its own, or write over it.
 * @param host as the header has it
 */
export function sessionCookieName(host = '', publicUrl?: string): string {
  if (publicUrl?.startsWith('https:')) return '__Host-payout-desk'
  const [, port = '80'] = /:(\d{1,5})$/.exec(host) ?? []
  return `payout-desk-${port}`
}
