import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerMerchantQuery } from './answer-merchant-query.ts'
import { answerValidation } from './answer-validation.ts'
import { whoAsks } from './credentials.ts'
import type { Memory } from './memory.ts'
import { readBody, sendJson } from './messages.ts'
import type { SandboxSettings } from './start-sandbox.ts'

/** The sandbox's addresses: the interface's three, and one that only a sandbox has. */
export async function answerSandboxRequest(
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
