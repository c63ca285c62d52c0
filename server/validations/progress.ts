import type { ValidationProgress } from '#shared/api/validation-progress.ts'
import type { Question } from './question.ts'
import type { ValidationCall } from './shared-calls.ts'
import type { KeyState } from './validation-ledger.ts'

/** A validation that this process is at. */
export interface RunningValidation {
  readonly service: Question['service']
  readonly startedAt: Date
  readonly call: Readonly<ValidationCall>
}

export function runningProgress(
  { service, call, startedAt }: RunningValidation,
  maxAttempts: number,
): ValidationProgress {
  return {
    state: 'running',
    service,
    attempt: call.attempt,
    maxAttempts,
    startedAt: startedAt.toISOString(),
  }
}

/** The same by what is known under its key. */
export function standingProgress(keyState: KeyState, maxAttempts: number): ValidationProgress {
  const { service } = keyState
  if (keyState.state === 'reserved') {
    // Another process knows the attempt.
    return { state: 'running', service, attempt: 1, maxAttempts, startedAt: keyState.startedAt.toISOString() }
  }
  const { status, mayHaveRun, body } = keyState.answer
  const finishedAt = keyState.finishedAt.toISOString()
  return { state: 'finished', service, finishedAt, status, mayHaveRun, answer: body }
}
