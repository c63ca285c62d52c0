import type { Request } from 'express'

/** The name of the cookie that holds a session. */
export const sessionCookie = 'payout-desk-person'
const yearSeconds = 365 * 24 * 60 * 60
const attributes = 'Path=/; HttpOnly; SameSite=Strict'

/** Who the browser says that it works for; undefined when it says nothing. */
export function sessionTokenOf(request: Request): string | undefined {
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.find((cookie) => cookie.startsWith(`${sessionCookie}=`))?.slice(sessionCookie.length + 1)
}

/** Has the browser keep the token for a year, away from scripts and other sites. */
export function cookieOf(token: string): Readonly<Record<string, string>> {
  return { 'set-cookie': `${sessionCookie}=${token}; Max-Age=${yearSeconds}; ${attributes}` }
}

/** Has the browser forget it. */
export const noCookie = { 'set-cookie': `${sessionCookie}=; Max-Age=0; ${attributes}` }
