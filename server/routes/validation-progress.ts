import { Failure } from '../failure.ts'
import type { Endpoint } from '../http/endpoint.ts'
import type { ServiceParts } from '../service-parts.ts'

/** GET /api/validations/{idempotencyKey}: how a validation stands, for a page that waits or has come back. */
export function validationProgress({ validations }: Pick<ServiceParts, 'validations'>): Endpoint {
  return {
    path: '/api/validations/:idempotencyKey',
    get: async (request, response) => {
      const progress = await validations.progress(String(request.params.idempotencyKey))
      if (progress === undefined)
        throw new Failure('NOT_FOUND', 'Nothing was asked for under this key in the last 24 hours.')
      response.json(progress)
    },
  }
}
