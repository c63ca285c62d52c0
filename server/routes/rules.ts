import type { RequestHandler } from 'express'
import { rulesIndex, rulesOf } from '#shared/rules/rules-document.ts'
import { Failure } from '../failure.ts'
import type { Endpoint } from '../http/endpoint.ts'

/** GET /api/rules and /api/rules/{country}: the rule book as data, for another client to adapt as ours does. */
export function rules(): readonly Endpoint[] {
  const index: RequestHandler = (_request, response) => void response.json(rulesIndex())
  const country: RequestHandler = (request, response) => {
    const document = rulesOf(String(request.params.country))
    if (document === undefined)
      throw new Failure('NOT_FOUND', 'There are no rules under this country code; /api/rules lists all.')
    response.json(document)
  }
  return [
    { path: '/api/rules', get: index },
    { path: '/api/rules/:country', get: country },
  ]
}
