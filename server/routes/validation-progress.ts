import type { AppDeps } from '../app-deps.ts'
import { Failure } from '../failure.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { isIdempotencyKey } from '../http/idempotency-key.ts'
import { personIfAny } from '../http/person.ts'
import { ownKey } from '../validations/validations.ts'

/** GET /api/validations/{idempotencyKey}: how a validation of one’s own stands, for a page that waits or has come back. */
export function validationProgress({ validations }: Pick<AppDeps, 'validations'>): Endpoint {
  return {
    path: '/api/validations/:idempotencyKey',
    get: async (request, response) => {
      const key = String(request.params.idempotencyKey)
      const own = ownKey(personIfAny(response)?.id, key)
      const progress = isIdempotencyKey(key) ? await validations.progress(own) : undefined
      if (progress === undefined)
        throw new Failure('NOT_FOUND', 'You have asked for nothing under this key in the last 24 hours.')
      response.json(progress)
    },
  }
}
