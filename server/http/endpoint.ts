import { type RequestHandler, Router } from 'express'
import { Failure } from '../failure.ts'

/** One address with the methods it takes. */
export interface Endpoint {
  readonly path: string
  readonly get?: RequestHandler
  readonly post?: readonly RequestHandler[]
  readonly put?: readonly RequestHandler[]
  readonly delete?: readonly RequestHandler[]
}

/**
 * Serves addresses behind guards; any other method than theirs is 405 and names those. Each path stands whole, for the log. They share one
 * router, as Express waits a turn of the event loop after each router that a request has passed in vain.
 */
export function endpoints(guards: readonly RequestHandler[], served: readonly Endpoint[]): Router {
  const router = Router({ caseSensitive: true })
  for (const endpoint of served) {
    const route = router.route(endpoint.path)
    if (guards.length > 0) route.all([...guards])
    if (endpoint.get !== undefined) route.get(endpoint.get)
    for (const method of ['post', 'put', 'delete'] as const) {
      const handlers = endpoint[method]
      if (handlers !== undefined) route[method]([...handlers])
    }
    const allow = methodsOf(endpoint).join(', ')
    route.all((request) => {
      throw new Failure('METHOD_NOT_ALLOWED', `${request.method} is not for this address; it takes ${allow}.`, {
        headers: { allow },
      })
    })
  }
  return router
}

function methodsOf({ get, post, put, delete: remove }: Endpoint): readonly string[] {
  return [
    ...(get === undefined ? [] : ['GET', 'HEAD']),
    ...(post === undefined ? [] : ['POST']),
    ...(put === undefined ? [] : ['PUT']),
    ...(remove === undefined ? [] : ['DELETE']),
  ]
}
