import { type RequestHandler, Router } from 'express'
import { Failure } from '../failure.ts'

/** One address with the methods it takes. */
export interface Endpoint {
  readonly path: string
  readonly get?: RequestHandler
  readonly post?: readonly RequestHandler[]
}

/**
 * Serves addresses behind guards; any other method than theirs is 405 and names those. Each path stands whole, for the log. They share one
 * router, as Express waits a turn of the event loop after each router that a request has passed in vain.
 */
export function endpoints(guards: readonly RequestHandler[], served: readonly Endpoint[]): Router {
  const router = Router({ caseSensitive: true })
  for (const { path, get, post } of served) {
    const route = router.route(path)
    if (guards.length > 0) route.all([...guards])
    if (get !== undefined) route.get(get)
    if (post !== undefined) route.post([...post])
    const allow = [...(get === undefined ? [] : ['GET', 'HEAD']), ...(post === undefined ? [] : ['POST'])].join(', ')
    route.all((request) => {
      throw new Failure('METHOD_NOT_ALLOWED', `${request.method} is not for this address; it takes ${allow}.`, {
        headers: { allow },
      })
    })
  }
  return router
}
