import * as z from 'zod/mini'
import { problemSchema } from '#shared/api/problem.ts'
import { ApiProblem, NetworkFailure } from '../api/api.ts'

/** Why a check gave no outcome. Kept with the tab, so it is plain data; its words are made where it is shown. */
export const validationFailureSchema = z.discriminatedUnion('cause', [
  /** The server said why. `retryAt`: when it makes sense to ask again, in milliseconds since 1970. */
  z.object({ cause: z.literal('problem'), problem: problemSchema, retryAt: z.optional(z.number()) }),
  /** No answer came, or none that could be read. */
  z.object({ cause: z.enum(['no-answer', 'unreadable']) }),
  /** The page was left while a check ran, and the server knows of none of this person under its key. */
  z.object({ cause: z.literal('lost') }),
])

export type ValidationFailure = z.infer<typeof validationFailureSchema>

export function failureOf(error: unknown): ValidationFailure {
  if (error instanceof ApiProblem) return problemFailure(error)
  return { cause: error instanceof NetworkFailure ? 'no-answer' : 'unreadable' }
}

/** Whether the provider may have run the check: asking again may be billed again. */
export function mayHaveRun(failure: ValidationFailure): boolean {
  // Asking again after no answer goes under the same key, and fetches what has become of the first.
  if (failure.cause !== 'problem') return failure.cause !== 'no-answer'
  return ['PROVIDER_TIMEOUT', 'PROVIDER_PROTOCOL_ERROR', 'INTERNAL_ERROR'].includes(failure.problem.code)
}

function problemFailure({ problem, retryAfterSeconds }: ApiProblem): ValidationFailure {
  const wait = problem.retryAfterSeconds ?? retryAfterSeconds
  return { cause: 'problem', problem, ...(wait !== undefined && { retryAt: Date.now() + wait * 1000 }) }
}
