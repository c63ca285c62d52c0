import { readBankValidation } from '#shared/validation/bank-validation.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { idempotencyKeyOf } from '../http/idempotency-key.ts'
import { jsonBody } from '../http/json-body.ts'
import { valueOrFailure } from '../http/reading.ts'
import { requestIdOf } from '../http/request-id.ts'
import type { ServiceParts } from '../service-parts.ts'
import { presentAnswer } from './present-answer.ts'

/** POST /api/bank-validations: at most one call to the provider, billable unless in test mode; it goes on when the browser goes away. */
export function bankValidations({ validations }: Pick<ServiceParts, 'validations'>): Endpoint {
  return {
    path: '/api/bank-validations',
    post: [
      jsonBody,
      async (request, response) => {
        const key = idempotencyKeyOf(request)
        const validation = valueOrFailure(readBankValidation(request.body))
        const asker = { requestId: requestIdOf(response), key }
        presentAnswer(response, await validations.ask({ service: 'bank', validation }, asker))
      },
    ],
  }
}
