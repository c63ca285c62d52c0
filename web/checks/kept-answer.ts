import { validationProgressSchema } from '#shared/api/validation-progress.ts'
import { ApiProblem, getJson } from '../app/api.ts'
import { failureOf } from './check-failure.ts'
import type { CheckRecord } from './check-records.ts'

/** How often the server is asked how far a check is, in ms. */
export const progressEveryMs = 700

/** Waits for the answer that the server keeps under a key; undefined when it knows of no such check. */
export async function answerOf(idempotencyKey: string): Promise<CheckRecord | undefined> {
  for (;;) {
    const progress = await progressOf(idempotencyKey)
    if (progress === undefined) return undefined
    if (progress.state === 'finished') return recordOf(progress.answer)
    await new Promise((resolve) => setTimeout(resolve, progressEveryMs))
  }
}

/** How far a check is; undefined when the server knows of none, or does not answer. */
export async function progressOf(idempotencyKey: string) {
  try {
    return await getJson(`/api/validations/${encodeURIComponent(idempotencyKey)}`, validationProgressSchema)
  } catch {
    return undefined
  }
}

function recordOf(
  answer: Extract<Awaited<ReturnType<typeof progressOf>>, { state: 'finished' }>['answer'],
): CheckRecord {
  if ('ran' in answer) return { state: 'done', outcome: answer, tries: answer.status === 'NOT_VALIDATED' ? 1 : 0 }
  return { state: 'failed', failure: failureOf(new ApiProblem(answer, undefined)) }
}
