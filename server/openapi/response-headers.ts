import type { JsonObject } from './schemas.ts'

/** The headers of answers. */
export const responseHeaders = {
  'x-request-id': {
    description:
      'Names the request; the same as requestId of a problem, unless the answer is a replay: that names the first request.',
    schema: { type: 'string' },
  },
  'retry-after': {
    description: 'Seconds; the same as retryAfterSeconds of the problem.',
    schema: { type: 'integer' },
  },
  etag: { description: 'The version of what is answered, which If-Match sends back.', schema: { type: 'string' } },
  location: { description: 'The address of what was made, or where the browser goes on.', schema: { type: 'string' } },
  'ratelimit-policy': {
    description: 'To a token: "writes";q=300;w=60 means that it may send 300 writes within 60 seconds.',
    schema: { type: 'string' },
  },
  ratelimit: {
    description:
      'To a token: "writes";r=299;t=60 means that 299 of them are left, and all are again after 60 seconds without one.',
    schema: { type: 'string' },
  },
  'idempotency-replayed': {
    description: 'true where an earlier request with the same Idempotency-Key was answered so.',
    schema: { const: 'true' },
  },
} as const

export function headersNamed(...names: readonly (keyof typeof responseHeaders)[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
