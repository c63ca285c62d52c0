import type { Request, RequestHandler } from 'express'
import type { Log } from '../log.ts'
import { requestIdOf } from './request-id.ts'

/** One line a request: method, pattern, status, time and id; neither the address nor anything that was sent. */
export function requestLog(log: Log): RequestHandler {
  return (request, response, next) => {
    const begun = performance.now()
    response.once('close', () => {
      log.info('request', {
        requestId: requestIdOf(response),
        method: request.method,
        route: patternOf(request),
        status: response.statusCode,
        ms: Math.round(performance.now() - begun),
      })
    })
    next()
  }
}

function patternOf(request: Request): string {
  const route: unknown = request.route
  const known = typeof route === 'object' && route !== null && 'path' in route
  return known ? String(route.path) : 'other'
}
