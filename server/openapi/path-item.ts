import { type ProblemCode, problemCodes } from '#shared/api/problem.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** One method of an address. Body and answer are named as in the schemas of the document. */
export interface Operation {
  readonly method: 'get' | 'post' | 'put' | 'delete'
  readonly summary: string
  readonly body?: string
  /** Left out where nothing but the status is answered. */
  readonly answer?: string
  /** 200 when left out. */
  readonly status?: 200 | 201 | 204
  readonly problems: readonly ProblemCode[]
  readonly parameters?: readonly JsonObject[]
}

const anywhere: readonly ProblemCode[] = ['MALFORMED_REQUEST', 'INTERNAL_ERROR', 'STORE_UNAVAILABLE', 'SHUTTING_DOWN']

/** What every address that takes a body can answer. */
export const withBody: readonly ProblemCode[] = [
  'MALFORMED_BODY',
  'CROSS_SITE_REQUEST',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'FIELDS_INVALID',
]

/** One address as OpenAPI writes it, with each method that it takes. */
export function pathItem(operations: readonly Operation[]): JsonObject {
  return Object.fromEntries(operations.map((operation) => [operation.method, described(operation)]))
}

function described({ summary, body, answer, status = 200, problems, parameters }: Operation): JsonObject {
  return {
    summary,
    ...(problems.includes('SIGN_IN_REQUIRED') && { security: [{ person: [] }] }),
    ...(parameters && { parameters }),
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: ref(body) } } } }),
    responses: { [status]: answered(answer), ...problemResponses([...anywhere, ...problems]) },
  }
}

function answered(answer: string | undefined): JsonObject {
  if (answer === undefined) return { description: 'Done.', headers: { 'x-request-id': requestId } }
  return {
    description: answer,
    headers: { 'x-request-id': requestId },
    content: { 'application/json': { schema: ref(answer) } },
  }
}

function problemResponses(codes: readonly ProblemCode[]): JsonObject {
  const statuses = [...new Set(codes.map((code) => problemCodes[code].status))].toSorted()
  return Object.fromEntries(
    statuses.map((status) => [status, problemResponse(codes.filter((code) => problemCodes[code].status === status))]),
  )
}

function problemResponse(codes: readonly ProblemCode[]): JsonObject {
  const description = codes.map((code) => `${code}: ${problemCodes[code].title}.`).join(' ')
  const schema = { allOf: [ref('Problem'), { properties: { code: { enum: codes } } }] }
  const isTimed = codes.some((code) => timed.has(code))
  const headers = { 'x-request-id': requestId, ...(isTimed && { 'retry-after': retryAfter }) }
  return { description, headers, content: { 'application/problem+json': { schema } } }
}

/** The problems that say when to come again. */
const timed: ReadonlySet<ProblemCode> = new Set([
  'PROVIDER_PAUSED',
  'QUEUE_FULL',
  'TOO_MANY_VALIDATIONS',
  'IDEMPOTENCY_IN_FLIGHT',
])

const retryAfter = {
  description: 'Seconds; the same as retryAfterSeconds of the problem.',
  schema: { type: 'integer' },
}

const requestId = {
  description:
    'Names the request; the same as requestId of a problem, unless the answer is a replay: that names the first request.',
  schema: { type: 'string' },
}

function ref(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` }
}
