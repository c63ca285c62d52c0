import * as z from 'zod/mini'
import { ApiProblem, NetworkFailure } from '../app/api.ts'

/** Why a check gave no outcome, in words for a person. Kept with the tab, so it is plain data. */
export const checkFailureSchema = z.object({
  title: z.string(),
  detail: z.string(),
  /** The trace identifier to quote. */
  requestId: z.optional(z.string()),
  /** The provider may have run the check: asking again may be billed again. */
  mayHaveRun: z.boolean(),
  /** When it makes sense to ask again, in milliseconds since 1970; the server said how long to wait. */
  retryAt: z.optional(z.number()),
})

export type CheckFailure = z.infer<typeof checkFailureSchema>

export function failureOf(error: unknown): CheckFailure {
  if (error instanceof ApiProblem) return problemFailure(error)
  if (error instanceof NetworkFailure)
    return {
      title: 'Payout Desk’s server did not answer.',
      detail:
        'Nothing that you typed is lost. Trying again asks for the same answer; it does not start a second check.',
      mayHaveRun: false,
    }
  return {
    title: 'The answer could not be read.',
    detail: 'Nothing that you typed is lost. Reload the page and try again.',
    mayHaveRun: true,
  }
}

/** The page was left while a check ran, and the server knows of none of this person under its key. */
export const lostAnswer: CheckFailure = {
  title: 'The answer is not known.',
  detail: 'The page was left while the check ran. Its answer is forgotten after a day, and belongs to whoever asked.',
  mayHaveRun: true,
}

const laterIsFine = 'Nothing is lost: you can go on and check later.'

function problemFailure({ problem, retryAfterSeconds }: ApiProblem): CheckFailure {
  const wait = problem.retryAfterSeconds ?? retryAfterSeconds
  const faults = (problem.errors ?? []).map(({ detail }) => detail).join(' ')
  const reason = problem.provider?.reason ? ` The provider says: ${problem.provider.reason}.` : ''
  // Whether it ran is said beside it, with what trying again may cost.
  const isCut = problem.code === 'PROVIDER_TIMEOUT'
  return {
    title: `${problem.title}.`,
    detail: [
      isCut ? `Nothing that you typed is lost.${reason}` : `${problem.detail}${reason}`,
      faults,
      problem.retryable && laterIsFine,
    ]
      .filter(Boolean)
      .join(' '),
    requestId: problem.requestId,
    mayHaveRun: isCut || problem.code === 'PROVIDER_PROTOCOL_ERROR' || problem.code === 'INTERNAL_ERROR',
    ...(wait !== undefined && { retryAt: Date.now() + wait * 1000 }),
  }
}
