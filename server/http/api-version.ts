import type { RequestHandler } from 'express'
import { Failure } from '../kernel/failure.ts'

/** The day of the last change of the API that a program could stumble over: see docs/api.md. */
export const apiVersion = '2026-11-29'

export const apiVersionHeader = 'Payout-Desk-Version'

/** Names the version of the API on each answer, and refuses a request that was written for one that the server does not speak. */
export const spokenVersion: RequestHandler = (request, response, next) => {
  response.setHeader(apiVersionHeader, apiVersion)
  const asked = request.headers[apiVersionHeader.toLowerCase()]
  if (asked !== undefined && asked !== apiVersion)
    throw new Failure('API_VERSION_UNKNOWN', { params: { allow: apiVersion } })
  next()
}
