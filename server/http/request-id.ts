import { randomUUID } from 'node:crypto'
import type { RequestHandler, Response } from 'express'

const header = 'x-request-id'

/** Names each request; the name stands on the response, in the log, in a problem and before each of the provider's trace identifiers. */
export const requestId: RequestHandler = (_request, response, next) => {
  response.setHeader(header, randomUUID())
  next()
}

export function requestIdOf(response: Response): string {
  return String(response.getHeader(header))
}
