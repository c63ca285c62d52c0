import type { ValidationRun } from './validation-runs.ts'

/** Pauses after NOT_VALIDATED, in seconds: each longer than the one before, the last for all that follow. */
const pauses = [15, 30, 60, 120, 300]

/** When the same check may be asked again, in milliseconds since 1970; 0 for at once. */
export function nextTryAt(record: ValidationRun | undefined): number {
  if (record?.state === 'failed') return record.failure.cause === 'problem' ? (record.failure.retryAt ?? 0) : 0
  if (record?.state !== 'done' || record.outcome.status !== 'NOT_VALIDATED') return 0
  const pause = pauses[Math.min(record.tries, pauses.length) - 1] ?? 0
  return Date.parse(record.outcome.at) + pause * 1000
}
