import type { Router } from 'express'
import { readIdentityValidation } from '#shared/validation/identity-validation.ts'
import { endpoint } from '../http/endpoint.ts'
import { jsonBody } from '../http/json-body.ts'
import { valueOrFailure } from '../http/reading.ts'
import { requestIdOf } from '../http/request-id.ts'
import type { ServiceParts } from '../service-parts.ts'
import { validationOutcome } from '../validations/validation-outcome.ts'

/** POST /api/identity-validations: one call to the provider, billable unless in test mode; it goes on when the browser goes away. */
export function identityValidations({ provider, clock }: Pick<ServiceParts, 'provider' | 'clock'>): Router {
  return endpoint('/api/identity-validations', {
    post: [
      ...jsonBody,
      async (request, response) => {
        const validation = valueOrFailure(readIdentityValidation(request.body))
        const answer = await provider.validateIdentity(validation, requestIdOf(response))
        response.json(validationOutcome(answer, validation.testMode === true, clock.date()))
      },
    ],
  })
}
