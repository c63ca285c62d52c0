import type { Request } from 'express'

type RequestHeaders = Pick<Request, 'headers'>

/** A cookie of ours: the one that holds a session, or the one that identifies a browser while it is at an identity provider. */
export interface SessionCookie {
  /** The session token that the browser sends. Of two cookies either may be foreign: another port may have set one. */
  tokenOf(request: RequestHeaders): string | undefined
  /**
   * Has the browser hold a session until it is closed, away from scripts and other sites; null has it forget the one it holds. How long a
   * session lives is the server's to say.
   */
  holding(request: RequestHeaders, token: string | null): string
}

/** @param publicUrl where browsers find the app; undefined: under names of this machine, over http */
export function createSessionCookie(publicUrl: string | undefined): SessionCookie {
  return cookieOf(publicUrl, ({ headers }) => sessionCookieName(headers.host, publicUrl), 'SameSite=Strict')
}

/** What a browser shows when it comes back from the identity provider, whose page sends it here; for five minutes. */
export function createAttemptCookie(publicUrl: string | undefined): SessionCookie {
  const nameFor = ({ headers }: RequestHeaders) =>
    sessionCookieName(headers.host, publicUrl).replace('payout-desk', 'payout-desk-oidc')
  return cookieOf(publicUrl, nameFor, 'Max-Age=300; SameSite=Lax')
}

function cookieOf(
  publicUrl: string | undefined,
  nameFor: (request: RequestHeaders) => string,
  terms: string,
): SessionCookie {
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
