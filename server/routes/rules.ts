import { Router } from 'express'
import { rulesIndex, rulesOf } from '#shared/rule-book/rules-document.ts'
import { Failure } from '../failure.ts'
import { endpoint } from '../http/endpoint.ts'

/** GET /api/rules and /api/rules/{country}: the rule book as data, for another client to adapt as ours does. */
export function rules(): Router {
  const index = endpoint('/api/rules', { get: (_request, response) => void response.json(rulesIndex()) })
  const country = endpoint('/api/rules/:country', {
    get: (request, response) => {
      const document = rulesOf(String(request.params.country))
      if (document === undefined)
        throw new Failure('NOT_FOUND', 'There are no rules under this country code; /api/rules lists all.')
      response.json(document)
    },
  })
  return Router().use(index).use(country)
}
