import { readIdentityValidation } from '#shared/validation/identity-validation.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { jsonBody } from '../http/json-body.ts'
import { valueOrFailure } from '../http/reading.ts'
import type { ServiceParts } from '../service-parts.ts'
import { allowSubject, askerOf } from './asker-of.ts'
import { presentAnswer } from './present-answer.ts'

/** POST /api/identity-validations: at most one call to the provider, billable unless in test mode; it goes on when the browser goes away. */
export function identityValidations(parts: Pick<ServiceParts, 'validations' | 'store'>): Endpoint {
  return {
    path: '/api/identity-validations',
    post: [
      jsonBody,
      async (request, response) => {
        const asker = askerOf(request, response)
        const validation = valueOrFailure(readIdentityValidation(request.body))
        await allowSubject(response, parts, validation)
        presentAnswer(response, await parts.validations.ask({ service: 'identity', validation }, asker))
      },
    ],
  }
}
