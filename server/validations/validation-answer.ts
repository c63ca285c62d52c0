import type { Problem, ProblemCode } from '#shared/api/problem.ts'
import type { ValidationOutcome } from '#shared/api/validation.ts'
import { Failure } from '../kernel/failure.ts'
import { problemOf } from '../problems/problem-for.ts'
import type { ProviderAnswer } from '../provider/provider-client.ts'

/** How a validation is answered, no matter who asks for it and however often: an outcome, or a problem. */
export interface ValidationAnswer {
  readonly status: number
  readonly body: ValidationOutcome | Problem
  /** False only where it is certain that the provider did not run the validation: then it may be asked for again. */
  readonly mayHaveRun: boolean
}

export function outcomeAnswer(outcome: ValidationOutcome): ValidationAnswer {
  return { status: 200, body: outcome, mayHaveRun: true }
}

export function problemAnswer(problem: Problem, error: unknown): ValidationAnswer {
  const mayHaveRun = !(error instanceof Failure) || unknownWhetherRun.has(error.code)
  return { status: problem.status, body: problem, mayHaveRun }
}

/**
 * What is known of a validation whose asker ended before an answer was kept. `requestId` is of the request that asked: it
 * begins the trace identifiers at the provider.
 */
export function lostAnswer(requestId: string): ValidationAnswer {
  const trace = `${requestId}.1`
  const failure = new Failure('PROVIDER_TIMEOUT', { params: { trace } })
  return problemAnswer(problemOf(failure, requestId), failure)
}

/**
 * After these the provider may have run the validation. All other failures come before a request was sent, or with a
 * status that the interface ties to a validation that did not run (only HTTP 200 means that it ran).
 */
const unknownWhetherRun: ReadonlySet<ProblemCode> = new Set([
  'PROVIDER_TIMEOUT',
  'PROVIDER_PROTOCOL_ERROR',
  'INTERNAL_ERROR',
])

/**
 * What a validation that ran is answered with.
 * @throws Failure VALIDATION_NOT_RUN when the provider says that it did not run: never an outcome, even with a NOK in it
 */
export function validationOutcome(answer: ProviderAnswer, testMode: boolean, at: Date): ValidationOutcome {
  const { reply, correlationId, requestId, attempts } = answer
  if (!reply.ran) throw notRun(answer)
  return {
    ran: true,
    status: reply.status,
    reason: reply.reason,
    correlationId,
    requestId,
    attempts,
    testMode,
    at: at.toISOString(),
  }
}

function notRun({ reply, requestId }: ProviderAnswer): Failure {
  const provider = { status: reply.status, reason: reply.reason }
  return new Failure('VALIDATION_NOT_RUN', { params: { trace: requestId }, provider })
}
