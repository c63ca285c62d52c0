import type { Clock } from '../clock.ts'
import { Failure } from '../failure.ts'
import { backoffMs } from './backoff.ts'

/** How one attempt ended. `mayRepeat` only where the call certainly did not run. */
export type Attempt<Answer> =
  | { readonly answered: true; readonly answer: Answer }
  | { readonly answered: false; readonly failure: Failure; readonly mayRepeat: boolean }

export interface RetryPolicy {
  readonly maxAttempts: number
  readonly backoffBaseMs: number
  /** The limit of one attempt. */
  readonly timeoutMs: number
}

/** The whole of a call, pauses included, ends within this many times the limit of one attempt. */
const deadlineFactor = 3

/**
 * Attempts a call until it is answered or must not be repeated.
 * A repeat begins only if a whole attempt still fits before the deadline: one cut short could have run.
 * @throws Failure of the last attempt
 */
export async function withRetries<Answer>(
  attempt: (number: number) => Promise<Attempt<Answer>>,
  policy: RetryPolicy,
  clock: Clock,
): Promise<{ readonly answer: Answer; readonly attempts: number }> {
  const deadline = clock.now() + deadlineFactor * policy.timeoutMs
  for (let number = 1; ; number += 1) {
    const result = await attempt(number)
    if (result.answered) return { answer: result.answer, attempts: number }
    const pauseMs = backoffMs(policy.backoffBaseMs, number, clock.random)
    const fits = clock.now() + pauseMs + policy.timeoutMs <= deadline
    if (!result.mayRepeat || !fits || number >= policy.maxAttempts) throw counted(result.failure, number)
    await clock.sleep(pauseMs)
  }
}

function counted(failure: Failure, attempts: number): Failure {
  if (attempts === 1) return failure
  return new Failure(failure.code, `${failure.detail} Asked ${attempts} times.`, failure.particulars)
}
