import type { Request, Response } from 'express'

const name = 'payout-desk-person'
const yearSeconds = 365 * 24 * 60 * 60
const attributes = 'Path=/; HttpOnly; SameSite=Strict'

/** Who the browser says that it works for; undefined when it says nothing. */
export function sessionTokenOf(request: Request): string | undefined {
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1)
}

/** Has the browser keep the token for a year, away from scripts and other sites. */
export function keepSessionToken(response: Response, token: string): void {
  response.setHeader('set-cookie', `${name}=${token}; Max-Age=${yearSeconds}; ${attributes}`)
}

export function dropSessionToken(response: Response): void {
  response.setHeader('set-cookie', `${name}=; Max-Age=0; ${attributes}`)
}
