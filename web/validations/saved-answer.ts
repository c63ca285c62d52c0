import { type ValidationProgress, validationProgressSchema } from '#shared/api/validation-progress.ts'
import { ApiProblem, getJson } from '../api/api.ts'
import { failureOf } from './validation-failure.ts'
import type { ValidationRun } from './validation-runs.ts'

/** How often the server is asked how far a check is, in ms. */
export const progressEveryMs = 700

/** Waits for the answer that the server keeps under a key. */
export async function answerOf(country: string, idempotencyKey: string): Promise<ValidationRun> {
  try {
    for (;;) {
      const progress = await progressOf(idempotencyKey)
      if (progress.state === 'finished') return recordOf(country, progress.answer)
      await new Promise((resolve) => setTimeout(resolve, progressEveryMs))
    }
  } catch (error) {
    const isUnknown = error instanceof ApiProblem && error.problem.status === 404
    if (isUnknown) return { state: 'failed', country, failure: { cause: 'lost' } }
    return { state: 'failed', country, failure: failureOf(error), idempotencyKey }
  }
}

/** How far a check is. Throws as getJson does; a problem with status 404 where the server knows of no such check. */
export function progressOf(idempotencyKey: string): Promise<ValidationProgress> {
  return getJson(`/api/validations/${encodeURIComponent(idempotencyKey)}`, validationProgressSchema)
}

function recordOf(
  country: string,
  answer: Extract<ValidationProgress, { state: 'finished' }>['answer'],
): ValidationRun {
  if ('ran' in answer)
    return { state: 'done', country, outcome: answer, tries: answer.status === 'NOT_VALIDATED' ? 1 : 0 }
  return { state: 'failed', country, failure: failureOf(new ApiProblem(answer, undefined)) }
}
