import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { buildSchema, GraphQLError, graphql } from 'graphql'
import { answerValidation } from './answer-validation.ts'
import { createMemory, type Memory } from './memory.ts'
import { jsonOf, readBody, sendJson } from './messages.ts'
import { type SandboxClient, type SandboxSettings, whoAsks } from './settings.ts'

export interface Sandbox {
  readonly baseUrl: string
  stop(): Promise<void>
}

/** Starts the substitute for the provider: a real HTTP server on this machine that keeps to the documented interface. */
export async function startSandbox(settings: SandboxSettings): Promise<Sandbox> {
  const memory = createMemory(settings.requestsPerSecond)
  const server = createServer((request, response) => {
    answerSandboxRequest(settings, memory, request, response).catch(() => response.destroy())
  })
  server.listen(settings.port, '127.0.0.1')
  await once(server, 'listening')
  return { baseUrl: addressOf(server), stop: () => stop(server) }
}

function addressOf(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The sandbox has no port.')
  return `http://127.0.0.1:${address.port}`
}

async function stop(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}

/** The sandbox's addresses: the interface's three, and one that only a sandbox has. */
async function answerSandboxRequest(
  settings: SandboxSettings,
  memory: Memory,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request)
  const asker = whoAsks(settings, request.headers.authorization)
  switch (`${request.method} ${request.url}`) {
    case 'POST /data-api/graphql':
      return answerMerchantQuery(asker, body, response)
    case 'POST /identity-validation':
      return answerValidation({ service: 'identity', settings, memory, asker, body }, request, response)
    case 'POST /bank-validation':
      return answerValidation({ service: 'bank', settings, memory, asker, body }, request, response)
    case 'GET /sandbox/usage':
      return sendJson(response, 200, { records: memory.usage })
    default:
      return sendJson(response, 404, { errorCode: 'NOT_FOUND' })
  }
}

const schema = buildSchema('type Query { currentMerchantId: String }')

/** POST /data-api/graphql: the merchant of the credentials, or UNAUTHORIZED or MERCHANT_ID_MISSING. Interface, part A. */
async function answerMerchantQuery(asker: SandboxClient, body: string, response: ServerResponse): Promise<void> {
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
