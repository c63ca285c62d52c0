import type { ServerResponse } from 'node:http'
import { buildSchema, GraphQLError, graphql } from 'graphql'
import type { Asker } from './credentials.ts'
import { jsonOf, sendJson } from './messages.ts'

const schema = buildSchema('type Query { currentMerchantId: String }')

/** POST /data-api/graphql: the merchant of the credentials, or UNAUTHORIZED or MERCHANT_ID_MISSING. Interface, part A. */
export async function answerMerchantQuery(asker: Asker, body: string, response: ServerResponse): Promise<void> {
  if (asker.kind === 'stranger') {
    const message = 'The credentials are missing or could not be validated.'
    return sendJson(response, 401, { errors: [{ message, extensions: { code: 'UNAUTHORIZED', retryable: false } }] })
  }
  const source = queryOf(jsonOf(body))
  if (source === undefined) return sendJson(response, 400, { errors: [{ message: 'The body must hold a query.' }] })
  const rootValue = { currentMerchantId: () => merchantIdOf(asker.merchantId) }
  sendJson(response, 200, await graphql({ schema, source, rootValue }))
}

function queryOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('query' in body)) return undefined
  return typeof body.query === 'string' ? body.query : undefined
}

function merchantIdOf(merchantId: string | undefined): string {
  if (merchantId !== undefined) return merchantId
  const extensions = { code: 'MERCHANT_ID_MISSING', retryable: false }
  throw new GraphQLError('The merchant account could not be resolved.', { extensions })
}
