import { previewPayout } from '#shared/payout/preview.ts'
import type { AppDeps } from '../app-deps.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { jsonBody } from '../http/json-body.ts'
import { valueOrFailure } from '../http/reading.ts'

/** POST /api/payout-previews: an entry in, the exact payout request out. Nothing is sent anywhere. */
export function payoutPreviews({ store: { fields } }: Pick<AppDeps, 'store'>): Endpoint {
  return {
    path: '/api/payout-previews',
    post: [
      jsonBody,
      (request, response) => {
        const {
          request: payoutRequest,
          changes,
          warnings,
          notices,
        } = valueOrFailure(previewPayout(request.body, { fields }))
        response.json({ request: payoutRequest, changes, warnings, notices })
      },
    ],
  }
}
