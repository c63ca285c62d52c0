import { createHash } from 'node:crypto'
import { eventTypeNames, eventTypes } from '#shared/api/events.ts'
import type { SignInMode } from '#shared/api/session.ts'
import type { FieldTable } from '#shared/payout/fields.ts'
import { apiVersion, apiVersionHeader } from '../http/api-version.ts'
import { sessionCookieName } from '../http/cookies.ts'
import type { Route } from '../http/route.ts'
import { idempotencyKey, operationOf } from './operation.ts'
import { responseHeaders } from './response-headers.ts'
import { type JsonObject, namedSchemas, ref } from './schemas.ts'

/** The contract as OpenAPI 3.1: all of it follows from the declarations of the routes. */
export function openapiDocument(routes: readonly Route[], fields: FieldTable, signIn: SignInMode): JsonObject {
  const paths = new Map<string, JsonObject>()
  const responses = new Map<string, unknown>()
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths.set(path, { ...paths.get(path), [route.method]: withShared(responses, operationOf(route, signIn)) })
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Payout Desk', version: apiVersion, description: about },
    servers: [{ url: '/', description: 'The server that this document comes from.' }],
    paths: Object.fromEntries(paths),
    ...(paths.has('/api/webhooks') && { webhooks: calls() }),
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookieName('localhost:3000'), description: sessionAbout },
        token: { type: 'http', scheme: 'bearer', description: tokenAbout },
      },
      headers: responseHeaders,
      parameters: { 'Idempotency-Key': idempotencyKey },
      responses: Object.fromEntries([...responses].toSorted(([one], [other]) => (one < other ? -1 : 1))),
      schemas: namedSchemas(routes, fields),
    },
  }
}

/**
 * Puts the problems of each status under a name, as many operations answer the same ones. The name follows from what they are, so that a new
 * operation renames no others.
 */
function withShared(
  shared: Map<string, unknown>,
  operation: { readonly responses: JsonObject } & JsonObject,
): JsonObject {
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    if (Number(status) < 400) return [status, response]
    const hash = createHash('sha256').update(JSON.stringify(response)).digest('hex')
    const name = `Problem${status}-${hash.slice(0, 6)}`
    shared.set(name, response)
    return [status, { $ref: `#/components/responses/${name}` }]
  })
  return { ...operation, responses: Object.fromEntries(responses) }
}

/** What the merchant's own systems are called with, one entry for each type of event. */
function calls(): JsonObject {
  const parameters = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
    name,
    in: 'header',
    required: true,
    schema: { type: 'string' },
  }))
  const requestBody = { required: true, content: { 'application/json': { schema: ref('AppEvent') } } }
  const responses = { '2XX': { description: 'Received.' }, 410: { description: 'Call this endpoint no more.' } }
  const call = (name: string, summary: string) => ({
    post: {
      operationId: `webhook ${name}`.replace(/[ ._]+(\w)/g, (_all, letter) => letter.toUpperCase()),
      summary,
      security: [],
      parameters,
      requestBody,
      responses,
    },
  })
  return Object.fromEntries(eventTypeNames.map((name) => [name, call(name, eventTypes[name])]))
}

const sessionAbout =
  'Set by signing in. Over http the name ends in the port of the address that is asked; over https it is __Host-payout-desk.'

const tokenAbout =
  'An API token, which a server with SIGN_IN=accounts or oidc has: pd_ and 43 characters, that an admin made. Beside it stands what the token must be for: payouts:write, exports:read, details:write or details:read; none: any token.'

const about = [
  'Every failure is a problem (RFC 9457) with a code of a closed list; all errors of a body come at once.',
  `Each answer under /api names the version of the API in the header ${apiVersionHeader}; a request may name the one that its program was written for.`,
  'Bodies are JSON in UTF-8 of at most 256 KiB; unknown, repeated and __proto__ fields are refused.',
  'A number that a double cannot hold exactly is read as its own text.',
  'Requests that write must come from this origin: Sec-Fetch-Site same-origin or none, or no Origin but ours.',
  'Check digits and other public standards only warn, so the schemas do not hold them.',
].join(' ')
