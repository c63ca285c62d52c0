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
})

export type CheckFailure = z.infer<typeof checkFailureSchema>

export function failureOf(error: unknown): CheckFailure {
  if (error instanceof ApiProblem) return problemFailure(error)
  if (error instanceof NetworkFailure)
    return {
      title: 'Payout Desk’s server did not answer.',
      detail: 'Nothing that you typed is lost. Asking again repeats the same check, not a second one.',
      mayHaveRun: true,
    }
  return {
    title: 'The answer could not be read.',
    detail: 'Nothing that you typed is lost. Reload the page and try again.',
    mayHaveRun: true,
  }
}

function problemFailure({ problem }: ApiProblem): CheckFailure {
  const faults = (problem.errors ?? []).map(({ detail }) => detail).join(' ')
  const reason = problem.provider?.reason ? ` The provider says: ${problem.provider.reason}.` : ''
  return {
    title: `${problem.title}.`,
    detail: `${problem.detail}${reason} ${faults}`.trim(),
    requestId: problem.requestId,
    mayHaveRun: problem.code === 'PROVIDER_TIMEOUT',
  }
}
