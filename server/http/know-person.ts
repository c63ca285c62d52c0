import type { RequestHandler } from 'express'
import type { Person } from '#shared/api/person.ts'
import { sessionTokenOf } from './session-cookie.ts'

/** Notes who sends the request, for {@link personOf}. A token that is broken or names nobody is nobody's. */
export function knowPerson(whose: (token: string) => Promise<Person | undefined>): RequestHandler {
  return (request, response, next) => {
    const token = sessionTokenOf(request)
    if (token === undefined) return next()
    whose(token).then((person) => {
      response.locals.person = person
      next()
    }, next)
  }
}
