import type { AppDeps } from '../app-deps.ts'
import { idInPath } from '../http/body-by-schema.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { personOf } from '../http/person.ts'
import { sendJson } from '../http/send-json.ts'
import { findPayoutValidations } from '../payouts/find-payouts.ts'

/** GET /api/payouts/{id}/checks: what was asked of the provider with exactly the details of a payout, newest first. */
export function payoutValidations({ store }: Pick<AppDeps, 'store'>): Endpoint {
  return {
    path: '/api/payouts/:id/checks',
    get: async (request, response) => {
      personOf(response)
      sendJson(response, { items: await findPayoutValidations(store, idInPath(request)) })
    },
  }
}
