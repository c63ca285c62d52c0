import * as z from 'zod/mini'
import { permissions } from '#shared/api/permissions.ts'
import { type ProblemCode, problemCodes } from '#shared/api/problem.ts'
import type { SignInMode } from '#shared/api/session.ts'
import { idText } from '#shared/api/texts.ts'
import { english } from '#shared/language/english.ts'
import { idempotencyKeyText } from '../http/request-headers.ts'
import { permissionOf, type Route } from '../http/route.ts'
import { takesTurns } from '../http/turns.ts'
import { headersNamed } from './response-headers.ts'
import { type JsonObject, jsonSchema, ref } from './schemas.ts'

/** A route as OpenAPI writes it. */
export function operationOf(route: Route, signIn: SignInMode): JsonObject & { readonly responses: JsonObject } {
  const { summary, permission, body, status = 200 } = route
  const parameters = [...pathParameters(route), ...headerParameters(route), ...queryParameters(route)]
  return {
    operationId: operationIdOf(route),
    tags: [tagOf(route)],
    summary,
    security: securityOf(route, signIn),
    ...(permission !== 'public' && { 'x-permission': permission }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: ref(body.name) } } } }),
    responses: { [status]: answered(route), ...problemResponses(route) },
  }
}

/** What generated clients call it, which no other change to the document changes: getPayoutsById for GET /api/payouts/{id}. */
function operationIdOf({ method, path }: Route): string {
  const words = path.replace(/^\/api\//, '').split(/[^A-Za-z:]+/)
  const capitals = words.filter(Boolean).map((word) => word.replace(':', 'by-'))
  return [method, ...capitals].join('-').replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())
}

/** What it is about, by the first word of its address. */
function tagOf({ path }: Route): string {
  return /^\/api\/([a-z-]+)/.exec(path)?.[1] ?? 'operation'
}

/** By what a request says who sends it: a session, or an API token where there are any. */
function securityOf(route: Route, signIn: SignInMode): readonly JsonObject[] {
  if (permissionOf(route, signIn) === undefined) return []
  const { scope = [] } = route
  const tokens = scope === 'any' ? [[]] : [scope].flat().map((one) => [one])
  return [{ session: [] }, ...(signIn === 'local' ? [] : tokens.map((token) => ({ token })))]
}

/** What any use of the database can fail with. */
export const storeProblems: readonly ProblemCode[] = [
  'STORE_UNAVAILABLE',
  'STORE_BUSY',
  'STORE_FULL',
  'STORE_DAMAGED',
  'STORE_KEY_CHANGED',
  'STORE_REPLACED',
  'CLOCK_OFF',
  // The audit log is read and written nearly everywhere, and nothing goes on from one that was changed past the app.
  'TAMPERED',
]

/** All that a route can fail with: what it declares, and what follows from the rest of its declaration. */
export function problemsOf(route: Route): readonly ProblemCode[] {
  const { method, path, permission, version, isIdempotent, isUnlimited, query, body, problems = [] } = route
  return [
    ...new Set<ProblemCode>([
      'MALFORMED_REQUEST',
      'PROXY_REFUSED',
      'EXPECTATION_FAILED',
      'INTERNAL_ERROR',
      ...when(path.startsWith('/api/'), 'SHUTTING_DOWN', 'API_VERSION_UNKNOWN'),
      ...when(permission !== 'public', 'SIGN_IN_REQUIRED', 'TOKEN_REFUSED', 'SCOPE_MISSING'),
      ...when(permission !== 'public' || path.startsWith('/api/'), ...storeProblems),
      ...permissionProblems(permission),
      ...when(method !== 'get', 'CROSS_SITE_REQUEST'),
      ...when((method !== 'get' && isUnlimited !== true) || takesTurns(route), 'TOO_MANY_WRITES'),
      ...when(path.includes(':'), 'NOT_FOUND'),
      ...when(version !== undefined, 'VERSION_REQUIRED'),
      ...when(isIdempotent === true, 'IDEMPOTENCY_KEY_INVALID', 'IDEMPOTENCY_KEY_REUSED'),
      ...when(query !== undefined || body !== undefined, 'FIELDS_INVALID'),
      ...when(body !== undefined, 'MALFORMED_BODY', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'),
      ...problems,
    ]),
  ]
}

/** What the permission of a route can be refused with. */
function permissionProblems(permission: Route['permission']): readonly ProblemCode[] {
  if (permission === 'public') return []
  const { roles, needsProof } = permissions[permission === 'public-locally' ? 'read' : permission]
  return [...when(roles !== null, 'NOT_PERMITTED'), ...when(needsProof, 'STEP_UP_REQUIRED')]
}

function when<Code extends string>(holds: boolean, ...codes: readonly Code[]): readonly Code[] {
  return holds ? codes : []
}

function pathParameters({ path, id = idText }: Route): readonly JsonObject[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    ...described(jsonSchema(id)),
  }))
}

function queryParameters({ query }: Route): readonly JsonObject[] {
  if (query === undefined) return []
  const { properties = {}, required = [] } = querySchema.parse(jsonSchema(query))
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...described(schema),
  }))
}

const querySchema = z.object({
  properties: z.optional(z.record(z.string(), z.record(z.string(), z.unknown()))),
  required: z.optional(z.array(z.string())),
})

function headerParameters({ version, isIdempotent }: Route): readonly JsonObject[] {
  return [
    ...(version === 'seen' ? [{ ...ifMatch, required: true }] : []),
    ...(version === 'seen-or-new' ? [ifNoneMatch, ifMatch] : []),
    ...(isIdempotent === true ? [{ $ref: '#/components/parameters/Idempotency-Key' }] : []),
  ]
}

/** Tools show a parameter's own description, and often not its schema's. */
function described({ description, ...schema }: JsonObject): JsonObject {
  return { ...(description !== undefined && { description }), schema }
}

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The ETag of the version that was seen, such as "3".',
  schema: { type: 'string' },
}

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The first time.',
  schema: { const: '*' },
}

export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: [
    'One for each intent, such as a UUID. The same key with the same body gives the same answer, with Idempotency-Replayed: true,',
    'for good; under that of a validation for 24 hours. With another body it is refused. After a failure that certainly changed nothing and ran',
    'nothing the same key asks again. A token has to send one with POST /api/payouts.',
  ].join(' '),
  schema: jsonSchema(idempotencyKeyText),
}

function answered(route: Route): JsonObject {
  const { answer, status = 200, isIdempotent } = route
  const headers = headersNamed(
    'x-request-id',
    ...when(hasVersion(answer), 'etag'),
    ...when(status === 201 || status === 302, 'location'),
    ...when(isIdempotent === true, 'idempotency-replayed'),
    ...quotaHeaders(route),
  )
  if (answer === undefined || status === 204) return { description: 'Done.', headers }
  if ('name' in answer)
    return { description: answer.name, headers, content: { 'application/json': { schema: ref(answer.name) } } }
  const types = answer.map((type) => type.split(';')[0] ?? type)
  return {
    description: 'A text.',
    headers,
    content: Object.fromEntries(types.map((type) => [type, { schema: {} }])),
  }
}

/** Whether what is answered has a version of its own, or as a draft a revision, which If-Match names. */
function hasVersion(answer: Route['answer']): boolean {
  if (answer === undefined || !('schema' in answer) || !(answer.schema instanceof z.ZodMiniObject)) return false
  return 'version' in answer.schema.shape || 'revision' in answer.schema.shape
}

function problemResponses(route: Route): JsonObject {
  const codes = problemsOf(route)
  const statuses = [...new Set(codes.map((code) => problemCodes[code].status))].toSorted()
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      problemResponse(
        route,
        codes.filter((code) => problemCodes[code].status === status),
      ),
    ]),
  )
}

function problemResponse(route: Route, codes: readonly ProblemCode[]): JsonObject {
  const { isIdempotent } = route
  const description = codes.map((code) => `${code}: ${english(`problem.${code}.title`)}.`).join(' ')
  const schema = { allOf: [ref('Problem'), { properties: { code: { enum: codes } } }] }
  const headers = headersNamed(
    'x-request-id',
    ...when(
      codes.some((code) => timed.has(code)),
      'retry-after',
    ),
    ...when(isIdempotent === true, 'idempotency-replayed'),
    ...quotaHeaders(route),
  )
  return { description, headers, content: { 'application/problem+json': { schema } } }
}

/** The headers that say how much a program may still write. */
function quotaHeaders({ method, scope }: Route) {
  return method === 'get' || scope === undefined ? [] : (['ratelimit-policy', 'ratelimit'] as const)
}

/** The problems that say when to come again. */
const timed: ReadonlySet<ProblemCode> = new Set([
  'PROVIDER_PAUSED',
  'QUEUE_FULL',
  'TOO_MANY_VALIDATIONS',
  'TOO_MANY_WRITES',
  'IDEMPOTENCY_IN_FLIGHT',
  'STORE_UNAVAILABLE',
  'STORE_BUSY',
  'STORE_FULL',
])
