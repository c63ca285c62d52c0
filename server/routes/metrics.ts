import type { AppDeps } from '../app-deps.ts'
import type { Endpoint } from '../http/endpoint.ts'

/** GET /metrics: what is counted, as Prometheus reads it. */
export function metrics({ metrics }: Pick<AppDeps, 'metrics'>): Endpoint {
  return {
    path: '/metrics',
    get: async (_request, response) => {
      response.set('content-type', metrics.contentType).send(await metrics.text())
    },
  }
}
