import type { RequestHandler } from 'express'
import { Failure } from '../failure.ts'

/** Refuses writes that another site's page sends with our user's browser. Tools that say nothing of an origin pass. */
export const sameSite: RequestHandler = (request, _response, next) => {
  if (request.method === 'GET' || request.method === 'HEAD') return next()
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  const ours = site === undefined ? isOwnOrigin(origin, host) : site === 'same-origin' || site === 'none'
  if (!ours) throw new Failure('CROSS_SITE_REQUEST', 'Only pages of Payout Desk itself may send this request.')
  next()
}

function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
  return origin === undefined || origin === `http://${host}` || origin === `https://${host}`
}
