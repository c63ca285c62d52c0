import { type Issue, mostErrors, pointerTo, providerCodes, type ReceivedIssue } from '#shared/api/issue.ts'
import { type Problem, type ProblemCode, problemCodes } from '#shared/api/problem.ts'
import { Failure } from './failure.ts'
import type { Log } from './log.ts'
import { isUnreachable } from './store/database-kind.ts'

/** What an error is to the person who asked; a bug is logged and tells nothing. */
export function problemFor(error: unknown, requestId: string, log: Log): Problem {
  const failure = failureOf(error)
  if (failure.code === 'INTERNAL_ERROR') logBug(log, error, requestId)
  return problemOf(failure, requestId)
}

/** The problem as it goes over the wire. */
export function problemOf(failure: Failure, requestId: string): Problem {
  const { status, title, retryable } = problemCodes[failure.code]
  const { params, errors, warnings, ids, provider, retryAfterSeconds } = failure.particulars
  return {
    type: problemType(failure.code),
    title,
    status,
    detail: failure.detail,
    code: failure.code,
    retryable: failure.particulars.retryable ?? retryable,
    requestId,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(params === undefined ? {} : { params: { ...params } }),
    ...(errors === undefined ? {} : { errors: errors.slice(0, mostErrors).map(errorOnTheWire) }),
    ...(warnings === undefined ? {} : { warnings: warnings.map(issueOnTheWire) }),
    ...(ids === undefined ? {} : { ids: [...ids] }),
    ...(provider === undefined ? {} : { provider }),
  }
}

function problemType(code: ProblemCode): string {
  return `urn:payout-desk:problem:${code.toLowerCase().replaceAll('_', '-')}`
}

function errorOnTheWire({ within, field, code, params, detail }: Issue) {
  const providerCode = providerCodes[code]
  return {
    pointer: pointerTo(field, within),
    code,
    params: { ...params },
    detail,
    ...(providerCode && { providerCode }),
  }
}

function issueOnTheWire({ field, code, params, detail }: ReceivedIssue) {
  return { field, code, params: { ...params }, detail }
}

function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (isUnreachable(error))
    return new Failure('STORE_UNAVAILABLE', 'The database does not answer. Try again in a moment.')
  return (
    libraryFailure(error) ??
    new Failure('INTERNAL_ERROR', 'This is a fault of ours. Quote the request identifier to whoever runs Payout Desk.')
  )
}

/** Express and its parsers throw errors with a 4xx status for what a client did wrong; their messages can quote the body. */
function libraryFailure(error: unknown): Failure | undefined {
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined
  if (status === 404 || status === 403) return new Failure('NOT_FOUND', 'There is no such file.')
  if (status === 413)
    return new Failure('BODY_TOO_LARGE', 'Send at most 256 KiB in one body.', { params: { most: 256 } })
  if (status === 415) return new Failure('UNSUPPORTED_MEDIA_TYPE', 'Send the body uncompressed.')
  return new Failure('MALFORMED_REQUEST', 'The address or the headers of the request cannot be read.')
}

/** Where it happened, without the message: that can hold what a person typed. */
function logBug(log: Log, error: unknown, requestId: string): void {
  const [errorName, stack] = error instanceof Error ? [error.name, error.stack ?? ''] : [typeof error, '']
  const frames = stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
  log.error('unexpected error', { requestId, errorName, frames })
}
