import type { Issue } from '#shared/api/issue.ts'
import type { Problem, ProblemCode, ProblemParams } from '#shared/api/problem.ts'

interface Particulars {
  /** What its sentence names; no name, document or account. */
  readonly params?: ProblemParams
  /** All errors of the body, with FIELDS_INVALID. */
  readonly errors?: readonly Issue[]
  /** What is to be confirmed, with WARNINGS_UNCONFIRMED and WARNINGS_UNREVIEWED. */
  readonly warnings?: readonly Issue[]
  /** What is meant, with OPEN_PAYOUTS, VERSION_CONFLICT and whatever prevents an export. */
  readonly ids?: readonly string[]
  /** The content of the provider's HTTP 400, with VALIDATION_NOT_RUN. */
  readonly provider?: NonNullable<Problem['provider']>
  /** Where the provider itself says whether asking again can help. */
  readonly retryable?: boolean
  /** When asking again makes sense; becomes the header Retry-After as well. */
  readonly retryAfterSeconds?: number
  /** Response headers that belong to the failure, such as Allow. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A failure that was foreseen: one of the closed list of problem codes. Anything else thrown is a bug. */
export class Failure extends Error {
  readonly code: ProblemCode
  readonly particulars: Particulars

  constructor(code: ProblemCode, particulars: Particulars = {}) {
    super(code)
    this.code = code
    this.particulars = particulars
  }
}

/** The sender of a request went away while it waited: there is no one to answer. */
export class SenderGone extends Failure {
  constructor() {
    super('MALFORMED_REQUEST', { params: { why: 'cut' } })
  }
}

/** The result of work, or the failure with which it was refused. */
export function caught<Result>(work: () => Result): Result | Failure {
  try {
    return work()
  } catch (error) {
    return caughtFailure(error)
  }
}

/** The failure that was thrown; anything else is thrown on. */
export function caughtFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  throw error
}
