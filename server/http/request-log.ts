import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import type { Log } from '../kernel/log.ts'
import type { RequestCounter } from '../metrics/metrics.ts'

/** One line and one count a request: method, pattern, status, time and id; neither the address nor anything that was sent. */
export function requestLog(log: Log, counter: RequestCounter): RequestHandler {
  return (request, response, next) => {
    const begun = performance.now()
    response.once('close', () => {
      const { method } = request
      const route = patternOf(request)
      const { statusCode: status } = response
      const ms = performance.now() - begun
      counter.requested(method, route, status, ms)
      log.info('request', { requestId: requestIdOf(response), method, route, status, ms: Math.round(ms) })
    })
    next()
  }
}

function patternOf(request: Request): string {
  const route: unknown = request.route
  const known = typeof route === 'object' && route !== null && 'path' in route
  return known ? String(route.path) : 'other'
}

const header = 'x-request-id'

/** Gives each request an id, which is on the response, in the log, in a problem and before each of the provider's trace identifiers. */
export const requestId: RequestHandler = (_request, response, next) => {
  response.setHeader(header, randomUUID())
  next()
}

export function requestIdOf(response: Response): string {
  return String(response.getHeader(header))
}
