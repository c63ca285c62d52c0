import { readIdentityValidation } from '#shared/validation/identity-validation.ts'
import type { AppDeps } from '../app-deps.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { jsonBody } from '../http/json-body.ts'
import { valueOrFailure } from '../http/reading.ts'
import { allowSubject, askerOf } from './asker-of.ts'
import { presentAnswer } from './present-answer.ts'

/** POST /api/identity-validations: at most one call to the provider, billable unless in test mode; it goes on when the browser goes away. */
export function identityValidations(deps: Pick<AppDeps, 'validations' | 'store'>): Endpoint {
  return {
    path: '/api/identity-validations',
    post: [
      jsonBody,
      async (request, response) => {
        const asker = askerOf(request, response)
        const validation = valueOrFailure(readIdentityValidation(request.body))
        await allowSubject(response, deps, validation)
        presentAnswer(response, await deps.validations.ask({ service: 'identity', validation }, asker))
      },
    ],
  }
}
