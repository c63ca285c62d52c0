import { type RequestHandler, Router } from 'express'
import { Failure } from '../failure.ts'

interface Methods {
  readonly get?: RequestHandler
  readonly post?: readonly RequestHandler[]
}

/** One address with the methods it takes; any other method is 405 and names those. The path stands whole, for the log. */
export function endpoint(path: string, { get, post }: Methods): Router {
  const router = Router({ caseSensitive: true })
  const route = router.route(path)
  if (get !== undefined) route.get(get)
  if (post !== undefined) route.post([...post])
  const allow = [...(get === undefined ? [] : ['GET', 'HEAD']), ...(post === undefined ? [] : ['POST'])].join(', ')
  route.all((request) => {
    throw new Failure('METHOD_NOT_ALLOWED', `${request.method} is not for this address; it takes ${allow}.`, {
      headers: { allow },
    })
  })
  return router
}
