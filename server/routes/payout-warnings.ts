import { payoutWarningsSchema } from '#shared/api/payout.ts'
import type { AppDeps } from '../app-deps.ts'
import { bodyBySchema } from '../http/body-by-schema.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { jsonBody } from '../http/json-body.ts'
import { personOf } from '../http/person.ts'
import { sendJson } from '../http/send-json.ts'
import { warningsOfForm } from '../payouts/warnings.ts'

/** POST /api/payout-warnings: what stands against a payout that is being entered. */
export function payoutWarnings({ store }: Pick<AppDeps, 'store'>): Endpoint {
  return {
    path: '/api/payout-warnings',
    post: [
      jsonBody,
      async (request, response) => {
        personOf(response)
        const warnings = await warningsOfForm(store, bodyBySchema(request, payoutWarningsSchema))
        sendJson(response, {
          warnings: warnings.map(({ field, code, params, detail }) => ({ field, code, params, detail })),
        })
      },
    ],
  }
}
