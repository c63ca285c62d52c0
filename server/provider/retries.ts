import type { Clock } from '../kernel/clock.ts'
import { Failure } from '../kernel/failure.ts'

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

/** Who gives leave to send. `latest` is the time by which an attempt must begin. */
export interface Turns {
  /** @throws Failure when the call may not be sent at all */
  first(latest: number): Promise<void>
  /** Whether a repeat is allowed; then {@link again} follows. */
  allowRepeat(): boolean
  /** False when no turn comes in time. */
  again(latest: number): Promise<boolean>
}

/** The whole of a call, waiting and pauses included, ends within this many times the limit of one attempt. */
const deadlineFactor = 3

/** A call begins a moment after it was claimed, and its answer is saved a moment after it came. */
const slackMs = 5_000

/** After so long a call that began elsewhere has surely ended, whatever became of it. */
export function longestCallMs(timeoutMs: number): number {
  return deadlineFactor * timeoutMs + slackMs
}

/**
 * Attempts a call until it is answered or must not be repeated.
 * An attempt begins only if the whole of it still fits before the deadline: one cut short could have run.
 * @throws Failure of the last attempt
 */
export async function withRetries<Answer>(
  attempt: (number: number) => Promise<Attempt<Answer>>,
  turns: Turns,
  policy: RetryPolicy,
  clock: Clock,
): Promise<{ readonly answer: Answer; readonly attempts: number }> {
  const latest = clock.now() + (deadlineFactor - 1) * policy.timeoutMs
  await turns.first(latest)
  for (let number = 1; ; number += 1) {
    const result = await attempt(number)
    if (result.answered) return { answer: result.answer, attempts: number }
    const pauseMs = backoffMs(policy.backoffBaseMs, number, clock.random)
    const fits = number < policy.maxAttempts && clock.now() + pauseMs <= latest
    if (!result.mayRepeat || !fits || !turns.allowRepeat()) throw counted(result.failure, number)
    await clock.sleep(pauseMs)
    if (!(await turns.again(latest))) throw counted(result.failure, number)
  }
}

function counted(failure: Failure, attempts: number): Failure {
  if (attempts === 1) return failure
  const { params, ...others } = failure.particulars
  return new Failure(failure.code, { ...others, params: { ...params, attempts } })
}

const capMs = 5_000

/** The pause after a failed attempt (1 is the first): exponential with full jitter, at most 5 s. */
export function backoffMs(baseMs: number, attempt: number, random: () => number): number {
  return random() * Math.min(capMs, baseMs * 2 ** (attempt - 1))
}

/** How many repeats may be sent in all: a reserve, and a part of a repeat earned by each call. */
export interface RetryBudget {
  /** A call was asked for. */
  earn(): void
  /** Takes one repeat; false when none is left. */
  take(): boolean
}

/** Counted in tenths of a repeat, as a tenth is no exact number. */
const repeat = 10
const reserve = 10 * repeat
const earnedByCall = 1

/** A budget of ten repeats and a tenth for each call, so that a provider in trouble is not asked several times as often. */
export function createRetryBudget(): RetryBudget {
  let tenths = reserve
  return {
    earn() {
      tenths = Math.min(reserve, tenths + earnedByCall)
    },
    take() {
      if (tenths < repeat) return false
      tenths -= repeat
      return true
    },
  }
}
