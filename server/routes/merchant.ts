import type { Merchant } from '#shared/api/merchant.ts'
import type { AppDeps } from '../app-deps.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { requestIdOf } from '../http/request-id.ts'

/** GET /api/merchant: whose credentials this server holds, and whether the provider is the sandbox. */
export function merchant({ currentMerchant, environment }: Pick<AppDeps, 'currentMerchant' | 'environment'>): Endpoint {
  return {
    path: '/api/merchant',
    get: async (_request, response) => {
      const merchant: Merchant = { merchantId: await currentMerchant(requestIdOf(response)), environment }
      response.json(merchant)
    },
  }
}
