import type { AppDeps } from '../app-deps.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { personOf } from '../http/person.ts'
import { sendJson } from '../http/send-json.ts'
import { overviewFor } from '../payouts/find-payouts.ts'

/** GET /api/overview: what the navigation counts, for the person who asks. */
export function overview({ store }: Pick<AppDeps, 'store'>): Endpoint {
  return {
    path: '/api/overview',
    get: async (_request, response) => {
      sendJson(response, await overviewFor(store, personOf(response)))
    },
  }
}
