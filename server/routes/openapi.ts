import type { AppDeps } from '../app-deps.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { openapiDocument } from '../openapi/document.ts'

/** GET /api/openapi.json: the contract, generated from the schemas when it is first asked for. */
export function openapi({ store: { fields } }: Pick<AppDeps, 'store'>): Endpoint {
  let document: ReturnType<typeof openapiDocument> | undefined
  return {
    path: '/api/openapi.json',
    get: (_request, response) => {
      document ??= openapiDocument(fields)
      response.json(document)
    },
  }
}
