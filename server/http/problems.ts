import type { ErrorRequestHandler, RequestHandler, Response } from 'express'
import type { Problem } from '#shared/api/problem.ts'
import { Failure } from '../kernel/failure.ts'
import type { Log } from '../kernel/log.ts'
import { problemFor } from '../problems/problem-for.ts'
import { requestIdOf } from './request-log.ts'

/** The one place where an error becomes an RFC 9457 problem. What was not foreseen is 500 and keeps its message to itself. */
export function problemResponses(log: Log): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    const problem = problemFor(error, requestIdOf(response), log)
    if (response.headersSent) return next(error)
    sendProblem(response, problem, error instanceof Failure ? error.particulars.headers : undefined)
  }
}

export const notFound: RequestHandler = () => {
  throw new Failure('NOT_FOUND')
}

export function sendProblem(
  response: Response,
  problem: Problem,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.set(headers)
  if (problem.retryAfterSeconds !== undefined) response.set('retry-after', String(problem.retryAfterSeconds))
  response.set('cache-control', 'no-store')
  response.status(problem.status).type('application/problem+json').send(JSON.stringify(problem))
}
