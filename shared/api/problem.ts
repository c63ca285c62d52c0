import * as z from 'zod/mini'
import { errorSchema, issueSchema } from './issue.ts'

/** What the sentences of one code differ by: all that a page needs to word them in its reader's language. */
const problemParamsSchema = z.object({
  /** What is meant: what is not there, was erased, was changed by somebody, is too large. */
  what: z.optional(z.enum(['beneficiary', 'payout', 'payouts', 'draft', 'export', 'body'])),
  /**
   * With OWN_ENTRY: what the person did; with APPROVAL_STALE: what has changed; with STATE_CONFLICT: its state, a request that is not
   * the approved one, or a form that was saved before.
   */
  why: z.optional(z.enum(['payout', 'account', 'request', 'warnings', 'state', 'saved'])),
  /** With OWN_ENTRY: what they want to do. */
  act: z.optional(z.enum(['approve', 'return'])),
  /** A payout's. */
  state: z.optional(z.string()),
  /** How many there may be; of KiB, with BODY_TOO_LARGE. */
  most: z.optional(z.number()),
  /** The trace identifier at the provider. */
  trace: z.optional(z.string()),
})

export type ProblemParams = Readonly<z.infer<typeof problemParamsSchema>>

/**
 * Every failure of the API: RFC 9457 problem details, served as `application/problem+json`.
 * `code` is one of {@link problemCodes}; `errors` holds all errors of a body at once.
 */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  code: z.string(),
  retryable: z.boolean(),
  requestId: z.string(),
  /** When asking again makes sense; the same as the header Retry-After. */
  retryAfterSeconds: z.optional(z.number()),
  /** What `detail` names, for who words it in another language. */
  params: z.optional(problemParamsSchema),
  errors: z.optional(z.array(errorSchema)),
  /** With WARNINGS_UNCONFIRMED: the warnings that nobody has confirmed. */
  warnings: z.optional(z.array(issueSchema)),
  /** With OPEN_PAYOUTS and VERSION_CONFLICT, and whatever stands in the way of an export: the ids of what is meant. */
  ids: z.optional(z.array(z.string())),
  /** Only with VALIDATION_NOT_RUN: what the provider answered beside HTTP 400. */
  provider: z.optional(z.object({ status: z.nullable(z.string()), reason: z.nullable(z.string()) })),
})

export type Problem = z.infer<typeof problemSchema>

/** The closed list of problem codes: HTTP status, title, and whether asking again can help. */
export const problemCodes = {
  MALFORMED_BODY: { status: 400, title: 'The body is not valid JSON', retryable: false },
  MALFORMED_REQUEST: { status: 400, title: 'The request is malformed', retryable: false },
  IDEMPOTENCY_KEY_INVALID: { status: 400, title: 'The Idempotency-Key cannot be used', retryable: false },
  SIGN_IN_REQUIRED: { status: 401, title: 'Say who you are first', retryable: false },
  CROSS_SITE_REQUEST: { status: 403, title: 'The request came from another site', retryable: false },
  OWN_ENTRY: { status: 403, title: 'Who entered a payout cannot approve it', retryable: false },
  NOT_FOUND: { status: 404, title: 'There is nothing at this address', retryable: false },
  METHOD_NOT_ALLOWED: { status: 405, title: 'This address takes another method', retryable: false },
  STATE_CONFLICT: { status: 409, title: 'It is not in a state for this', retryable: false },
  APPROVAL_STALE: { status: 409, title: 'The request is not the one that was shown', retryable: false },
  ALREADY_EXPORTED: { status: 409, title: 'Some of the payouts were exported before', retryable: false },
  REFERENCE_TAKEN: { status: 409, title: 'The reference belongs to another payout', retryable: false },
  OPEN_PAYOUTS: { status: 409, title: 'There are payouts that have not ended', retryable: false },
  TOO_MANY_DRAFTS: { status: 409, title: 'There are too many unfinished forms', retryable: false },
  WARNINGS_UNCONFIRMED: { status: 409, title: 'There are warnings to confirm', retryable: false },
  IDEMPOTENCY_IN_FLIGHT: { status: 409, title: 'The same request is under way', retryable: true },
  ERASED: { status: 410, title: 'What was here has been erased', retryable: false },
  VERSION_CONFLICT: { status: 412, title: 'Somebody has changed it since', retryable: false },
  BODY_TOO_LARGE: { status: 413, title: 'The body is too large', retryable: false },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'The body must be JSON', retryable: false },
  FIELDS_INVALID: { status: 422, title: 'Some fields need a change', retryable: false },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    title: 'The Idempotency-Key belongs to another request',
    retryable: false,
  },
  VALIDATION_NOT_RUN: { status: 422, title: 'The validation did not run', retryable: false },
  VERSION_REQUIRED: { status: 428, title: 'Say which version is meant', retryable: false },
  TOO_MANY_VALIDATIONS: { status: 429, title: 'Too many validations in a minute', retryable: true },
  INTERNAL_ERROR: { status: 500, title: 'Something failed in Payout Desk', retryable: false },
  PROVIDER_UNAUTHORIZED: { status: 502, title: 'The provider refused the credentials', retryable: false },
  PROVIDER_MERCHANT_MISSING: {
    status: 502,
    title: 'The provider knows no merchant for the credentials',
    retryable: false,
  },
  PROVIDER_ERROR: { status: 502, title: 'The provider failed', retryable: true },
  PROVIDER_UNREACHABLE: { status: 502, title: 'The provider could not be reached', retryable: true },
  PROVIDER_PROTOCOL_ERROR: {
    status: 502,
    title: 'The provider gave an answer that cannot be trusted',
    retryable: false,
  },
  RATE_LIMIT_EXCEEDED: { status: 503, title: 'The provider is asked too often', retryable: true },
  PROVIDER_PAUSED: { status: 503, title: 'The provider is failing and is left alone for a moment', retryable: true },
  QUEUE_FULL: { status: 503, title: 'Too many validations wait for the provider', retryable: true },
  STORE_UNAVAILABLE: { status: 503, title: 'The database does not answer', retryable: true },
  SHUTTING_DOWN: { status: 503, title: 'Payout Desk is restarting', retryable: true },
  // It may have run, so no program should ask again by itself: a person decides.
  PROVIDER_TIMEOUT: { status: 504, title: 'The provider did not answer in time', retryable: false },
} as const

export type ProblemCode = keyof typeof problemCodes
