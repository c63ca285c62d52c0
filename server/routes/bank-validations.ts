import { readBankValidation } from '#shared/validation/bank-validation.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { jsonBody } from '../http/json-body.ts'
import { valueOrFailure } from '../http/reading.ts'
import type { ServiceParts } from '../service-parts.ts'
import { allowSubject, askerOf } from './asker-of.ts'
import { presentAnswer } from './present-answer.ts'

/** POST /api/bank-validations: at most one call to the provider, billable unless in test mode; it goes on when the browser goes away. */
export function bankValidations(parts: Pick<ServiceParts, 'validations' | 'store'>): Endpoint {
  return {
    path: '/api/bank-validations',
    post: [
      jsonBody,
      async (request, response) => {
        const asker = askerOf(request, response)
        const validation = valueOrFailure(readBankValidation(request.body))
        await allowSubject(response, parts, validation)
        presentAnswer(response, await parts.validations.ask({ service: 'bank', validation }, asker))
      },
    ],
  }
}
