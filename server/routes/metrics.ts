import type { Endpoint } from '../http/endpoint.ts'
import type { ServiceParts } from '../service-parts.ts'

/** GET /metrics: what is counted, as Prometheus reads it. */
export function metrics({ metrics }: Pick<ServiceParts, 'metrics'>): Endpoint {
  return {
    path: '/metrics',
    get: async (_request, response) => {
      response.set('content-type', metrics.contentType).send(await metrics.text())
    },
  }
}
