import { type Issue, mostErrors, pointerTo, providerCodes } from '#shared/api/issue.ts'
import { type Problem, type ProblemCode, problemCodes } from '#shared/api/problem.ts'
import { translateProblem } from '#shared/api/problem-message.ts'
import { english } from '#shared/language/english.ts'
import { wholeBody } from '#shared/payout/typed-value.ts'
import { Failure } from '../kernel/failure.ts'
import type { Log } from '../kernel/log.ts'
import { MissingKeyError } from '../store/encryption/encryption.ts'
import { troubleOf } from '../store/trouble.ts'
import { englishIssue, warningOnWire } from './english-texts.ts'

/** The problem that a client receives for an error; a bug is logged, and its problem reveals nothing. */
export function problemFor(error: unknown, requestId: string, log: Log): Problem {
  const failure = failureOf(error)
  if (failure.code === 'INTERNAL_ERROR') logBug(log, error, requestId)
  // A list that is not the one that was signed is a matter between a browser and the app.
  const isOfList = failure.code === 'TAMPERED' && failure.particulars.params?.why === 'list'
  const { advice, code } = troubleOf(error) ?? { advice: toOperators[failure.code], code: failure.code }
  if (advice !== undefined && !isOfList) log.trouble(advice, { requestId, code })
  return problemOf(failure, requestId)
}

/** Advice in the log for those who run the server, where the database's error gives none. */
const toOperators: Partial<Record<ProblemCode, string>> = {
  STORE_FULL: 'less than 1 MiB is left on the disk of the database: free space on it',
  STORE_LOCK_LOST:
    'this server has lost its lock on the database: look whether a program such as restore runs beside it, and restart it unless it is ready in a minute',
  STORE_KEY_CHANGED:
    'the data key of the database was changed while this server ran: restart it with the present key; it writes nothing until then',
  STORE_REPLACED:
    'the database was restored or replaced while this server ran: restart it; it writes nothing until then',
  TAMPERED:
    'the database was changed past the app, and nothing is done with what is not as the app wrote it: run npm run verify-audit, find out who did that, and restore a backup of before',
  CLOCK_OFF:
    'the clock of this machine is more than five minutes off that of the database: set it right (timedatectl), or that of the database; nothing is written until then',
}

/** The problem as it goes over the wire. */
export function problemOf(failure: Failure, requestId: string): Problem {
  const { status, retryable } = problemCodes[failure.code]
  const { params, errors, warnings, ids, provider, retryAfterSeconds } = failure.particulars
  return {
    type: problemType(failure.code),
    title: english(`problem.${failure.code}.title`),
    status,
    detail: detailOf(failure, requestId),
    code: failure.code,
    retryable: failure.particulars.retryable ?? retryable,
    requestId,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(params === undefined ? {} : { params: { ...params } }),
    ...(errors === undefined ? {} : { errors: errors.slice(0, mostErrors).map(errorOnTheWire) }),
    ...(warnings === undefined ? {} : { warnings: warnings.map(warningOnWire) }),
    ...(ids === undefined ? {} : { ids: [...ids] }),
    ...(provider === undefined ? {} : { provider }),
  }
}

/** Why one of many was refused, as its problem would say it. */
export function itemProblem(failure: Failure) {
  const { code, detail, params, errors, warnings, ids } = problemOf(failure, '')
  return {
    code,
    detail,
    ...(params && { params }),
    ...(errors && { errors }),
    ...(warnings && { warnings }),
    ...(ids && { ids }),
  }
}

/** One error says what is wrong by itself. */
function detailOf({ code, particulars }: Failure, requestId: string): string {
  const { errors = [], params, retryAfterSeconds } = particulars
  const [error, ...others] = errors
  if (error !== undefined && others.length === 0) return englishIssue(error)
  const fields = [...new Set(errors.map(({ field }) => field || english(wholeBody)))]
  return translateProblem(english, { code, params, requestId, retryAfterSeconds, fields })
}

function problemType(code: ProblemCode): string {
  return `urn:payout-desk:problem:${code.toLowerCase().replaceAll('_', '-')}`
}

function errorOnTheWire({ within, field, code, params }: Issue) {
  const providerCode = providerCodes[code]
  return {
    pointer: pointerTo(field, within),
    code,
    params: { ...params },
    detail: englishIssue({ code, params }),
    ...(providerCode && { providerCode }),
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  const trouble = troubleOf(error)
  if (trouble !== undefined) {
    const { problem } = trouble
    return new Failure(problem, problemCodes[problem].retryable ? { retryAfterSeconds: 5 } : {})
  }
  if (error instanceof MissingKeyError) return new Failure('STORE_KEY_CHANGED')
  return libraryFailure(error) ?? new Failure('INTERNAL_ERROR')
}

/** Express and its parsers throw errors with a 4xx status for what a client did wrong; their messages can quote the body. */
function libraryFailure(error: unknown): Failure | undefined {
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined
  if (status === 404 || status === 403) return new Failure('NOT_FOUND')
  if (status === 413) return new Failure('BODY_TOO_LARGE', { params: { most: 256 } })
  if (status === 415) return new Failure('UNSUPPORTED_MEDIA_TYPE')
  return new Failure('MALFORMED_REQUEST')
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
