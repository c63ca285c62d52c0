import type { AppDeps } from '../app-deps.ts'
import { idInPath } from '../http/body-by-schema.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { personOf } from '../http/person.ts'
import { sendJson } from '../http/send-json.ts'
import { findValidations } from '../validations/saved-validations.ts'

/** GET /api/beneficiaries/{id}/checks: what was asked of the provider about a beneficiary, newest first. */
export function beneficiaryValidations({ store }: Pick<AppDeps, 'store'>): Endpoint {
  return {
    path: '/api/beneficiaries/:id/checks',
    get: async (request, response) => {
      personOf(response)
      sendJson(response, { items: await findValidations(store, idInPath(request)) })
    },
  }
}
