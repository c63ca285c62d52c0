import { readBankValidation } from '#shared/validation/bank-validation.ts'
import type { AppDeps } from '../app-deps.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { jsonBody } from '../http/json-body.ts'
import { valueOrFailure } from '../http/reading.ts'
import { allowSubject, askerOf } from './asker-of.ts'
import { presentAnswer } from './present-answer.ts'

/** POST /api/bank-validations: at most one call to the provider, billable unless in test mode; it goes on when the browser goes away. */
export function bankValidations(deps: Pick<AppDeps, 'validations' | 'store'>): Endpoint {
  return {
    path: '/api/bank-validations',
    post: [
      jsonBody,
      async (request, response) => {
        const asker = askerOf(request, response)
        const validation = valueOrFailure(readBankValidation(request.body))
        await allowSubject(response, deps, validation)
        presentAnswer(response, await deps.validations.ask({ service: 'bank', validation }, asker))
      },
    ],
  }
}
