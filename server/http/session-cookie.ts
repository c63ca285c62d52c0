import type { Request } from 'express'

/**
 * The name of the cookie that holds a session, with the port that the browser knows: all ports of a host share their cookies, so that
 * another server of this machine would otherwise take ours for its own, or write over it.
 * @param host as the header has it
 */
export function sessionCookieName(host = ''): string {
  const [, port = '80'] = /:(\d{1,5})$/.exec(host) ?? []
  return `payout-desk-${port}`
}

/** What the browser shows to say whose session it has. Of two nobody can tell which is ours: another port may have set one. */
export function sessionTokenOf({ headers }: Pick<Request, 'headers'>): string | undefined {
  const name = sessionCookieName(headers.host)
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  const [token, ...others] = cookies.filter((cookie) => cookie.startsWith(`${name}=`))
  return others.length > 0 ? undefined : token?.slice(name.length + 1) || undefined
}

/**
 * Has the browser hold a session until it is closed, away from scripts and other sites; null has it forget the one it holds. How long a
 * session lives is the server's to say.
 */
export function sessionCookie({ headers }: Pick<Request, 'headers'>, token: string | null): string {
  const name = sessionCookieName(headers.host)
  return `${name}=${token ?? ''}; ${token === null ? 'Max-Age=0; ' : ''}Path=/; HttpOnly; SameSite=Strict`
}
