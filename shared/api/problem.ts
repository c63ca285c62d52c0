import * as z from 'zod/mini'
import { errorSchema } from './issue.ts'
import { permissionNames } from './permissions.ts'
import { problemReasonSchema } from './problem-reasons.ts'
import { tokenScopes } from './tokens.ts'
import { warningSchema } from './warning.ts'

/** What the sentences of one code differ by: all that words them in any language. */
export const problemParamsSchema = z.object({
  /** The thing that does not exist, was erased, was changed by another person, or is too large. */
  what: z.exactOptional(
    z.enum([
      'beneficiary',
      'person',
      'payout',
      'payouts',
      'work',
      'draft',
      'batch',
      'validations',
      'row',
      'sheet',
      'export',
      'proposal',
      'bank',
      'answer',
      'rules',
      'sandbox',
      'body',
    ]),
  ),
  /** Which of the cases of its code it is. */
  why: z.exactOptional(problemReasonSchema),
  /** With NOT_PERMITTED: what the roles of the person do not allow. */
  permission: z.exactOptional(z.enum(permissionNames)),
  /** With NOT_PERMITTED: the largest amount that the person approves, and its currency. */
  limit: z.exactOptional(z.number()),
  currency: z.exactOptional(z.string()),
  /** With SCOPE_MISSING: which the token would need; left out where none helps. */
  scope: z.exactOptional(z.enum(tokenScopes)),
  /** With OWN_ENTRY: what they want to do. */
  act: z.exactOptional(z.enum(['approve', 'return'])),
  /** A payout's. */
  state: z.exactOptional(z.string()),
  /** How many there may be; of KiB, with BODY_TOO_LARGE; of bytes, with PROVIDER_PROTOCOL_ERROR. */
  most: z.exactOptional(z.number()),
  /** With MALFORMED_BODY: where, and in which field or in which words of the JSON parser; with MALFORMED_REQUEST: which parameter of the query. */
  line: z.exactOptional(z.number()),
  column: z.exactOptional(z.number()),
  field: z.exactOptional(z.string()),
  parser: z.exactOptional(z.string()),
  /** With METHOD_NOT_ALLOWED: the one that came, and those that the address takes; with API_VERSION_UNKNOWN: the version that is spoken. */
  method: z.exactOptional(z.string()),
  allow: z.exactOptional(z.string()),
  /** With STEP_UP_REQUIRED: what a proof has to name that confirms a change of what one signs in with. */
  change: z.exactOptional(z.string()),
  /** With CALLS_CHANGED: how many calls would be billed now. */
  calls: z.exactOptional(z.number()),
  /** The trace identifier at the provider. */
  trace: z.exactOptional(z.string()),
  /** The provider's HTTP status. */
  status: z.exactOptional(z.number()),
  /** With PROVIDER_UNREACHABLE: as the operating system calls it, such as ECONNREFUSED. */
  reason: z.exactOptional(z.string()),
  /** How often the provider was asked, where that was more than once. */
  attempts: z.exactOptional(z.number()),
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
  /** With WARNINGS_UNCONFIRMED: those that are not confirmed; with WARNINGS_UNREVIEWED: those that the reviewer is to confirm, none for an export. */
  warnings: z.optional(z.array(warningSchema)),
  /** The ids of the payouts, with OPEN_PAYOUTS, VERSION_CONFLICT and every problem that prevents an export. */
  ids: z.optional(z.array(z.string())),
  /** Only with VALIDATION_NOT_RUN: what the provider answered beside HTTP 400. */
  provider: z.optional(z.object({ status: z.nullable(z.string()), reason: z.nullable(z.string()) })),
})

export type Problem = z.infer<typeof problemSchema>

/** The closed list of problem codes: HTTP status, and whether asking again can help. What each says is `problem.<code>` of the catalogs. */
export const problemCodes = {
  MALFORMED_BODY: { status: 400, retryable: false },
  MALFORMED_REQUEST: { status: 400, retryable: false },
  IDEMPOTENCY_KEY_INVALID: { status: 400, retryable: false },
  API_VERSION_UNKNOWN: { status: 400, retryable: false },
  PROXY_REFUSED: { status: 400, retryable: false },
  SIGN_IN_REQUIRED: { status: 401, retryable: false },
  SIGN_IN_FAILED: { status: 401, retryable: false },
  TOKEN_REFUSED: { status: 401, retryable: false },
  NOT_PERMITTED: { status: 403, retryable: false },
  SCOPE_MISSING: { status: 403, retryable: false },
  STEP_UP_REQUIRED: { status: 403, retryable: false },
  CROSS_SITE_REQUEST: { status: 403, retryable: false },
  OWN_ENTRY: { status: 403, retryable: false },
  NOT_FOUND: { status: 404, retryable: false },
  METHOD_NOT_ALLOWED: { status: 405, retryable: false },
  CEREMONY_EXPIRED: { status: 409, retryable: false },
  PERSON_REFUSED: { status: 409, retryable: false },
  LAST_WAY_IN: { status: 409, retryable: false },
  STATE_CONFLICT: { status: 409, retryable: false },
  APPROVAL_STALE: { status: 409, retryable: false },
  ALREADY_EXPORTED: { status: 409, retryable: false },
  EXPORT_UNDONE: { status: 409, retryable: true },
  CALLS_CHANGED: { status: 409, retryable: false },
  REFERENCE_TAKEN: { status: 409, retryable: false },
  EXTERNAL_ID_TAKEN: { status: 409, retryable: false },
  OPEN_PAYOUTS: { status: 409, retryable: false },
  TOO_MANY_DRAFTS: { status: 409, retryable: false },
  TOO_MANY_SHEETS: { status: 409, retryable: false },
  TOO_MANY_UNSENT: { status: 409, retryable: false },
  TOO_MANY_IMPORTED: { status: 409, retryable: false },
  TOO_MANY_LISTS: { status: 409, retryable: true },
  WARNINGS_UNCONFIRMED: { status: 409, retryable: false },
  WARNINGS_UNREVIEWED: { status: 409, retryable: false },
  UNDO_REFUSED: { status: 409, retryable: false },
  IDEMPOTENCY_IN_FLIGHT: { status: 409, retryable: true },
  ERASED: { status: 410, retryable: false },
  LINK_EXPIRED: { status: 410, retryable: false },
  VERSION_CONFLICT: { status: 412, retryable: false },
  BODY_TOO_LARGE: { status: 413, retryable: false },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, retryable: false },
  EXPECTATION_FAILED: { status: 417, retryable: false },
  FIELDS_INVALID: { status: 422, retryable: false },
  IDEMPOTENCY_KEY_REUSED: { status: 422, retryable: false },
  PASSKEY_REFUSED: { status: 422, retryable: false },
  VALIDATION_NOT_RUN: { status: 422, retryable: false },
  TAMPERED: { status: 409, retryable: false },
  VERSION_REQUIRED: { status: 428, retryable: false },
  SIGN_IN_PAUSED: { status: 429, retryable: true },
  TOO_MANY_SIGN_INS: { status: 429, retryable: true },
  TOO_MANY_SEARCHES: { status: 429, retryable: true },
  TOO_MANY_REVEALS: { status: 429, retryable: true },
  TOO_MANY_MAILED: { status: 429, retryable: true },
  TOO_MANY_LINKS: { status: 429, retryable: true },
  TOO_MANY_DENIALS: { status: 429, retryable: true },
  TOO_MANY_VALIDATIONS: { status: 429, retryable: true },
  TOO_MANY_WRITES: { status: 429, retryable: true },
  INTERNAL_ERROR: { status: 500, retryable: false },
  PROVIDER_UNAUTHORIZED: { status: 502, retryable: false },
  PROVIDER_MERCHANT_MISSING: { status: 502, retryable: false },
  PROVIDER_ERROR: { status: 502, retryable: true },
  PROVIDER_UNREACHABLE: { status: 502, retryable: true },
  PROVIDER_PROTOCOL_ERROR: { status: 502, retryable: false },
  RATE_LIMIT_EXCEEDED: { status: 503, retryable: true },
  PROVIDER_PAUSED: { status: 503, retryable: true },
  QUEUE_FULL: { status: 503, retryable: true },
  IDENTITY_PROVIDER_DOWN: { status: 503, retryable: true },
  STORE_UNAVAILABLE: { status: 503, retryable: true },
  STORE_BUSY: { status: 503, retryable: true },
  STORE_FULL: { status: 503, retryable: true },
  STORE_DAMAGED: { status: 503, retryable: false },
  STORE_LOCK_LOST: { status: 503, retryable: true },
  STORE_KEY_CHANGED: { status: 503, retryable: false },
  STORE_REPLACED: { status: 503, retryable: false },
  CLOCK_OFF: { status: 503, retryable: true },
  SHUTTING_DOWN: { status: 503, retryable: true },
  // It may have run, so no program should ask again by itself: a person decides.
  PROVIDER_TIMEOUT: { status: 504, retryable: false },
} as const

export type ProblemCode = keyof typeof problemCodes

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problemCodes, code)
}
