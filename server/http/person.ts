import type { Response } from 'express'
import type { Person } from '#shared/api/person.ts'
import { Failure } from '../failure.ts'

/** Who sends this request, if anybody signed in. */
export function personIfAny(response: Response): Person | undefined {
  return response.locals.person
}

/**
 * Who sends this request.
 * @throws Failure SIGN_IN_REQUIRED
 */
export function personOf(response: Response): Person {
  const person = personIfAny(response)
  if (person === undefined)
    throw new Failure('SIGN_IN_REQUIRED', 'Pick your name, then send it again: nothing is lost.')
  return person
}
