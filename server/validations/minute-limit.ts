import type { Clock } from '../clock.ts'

/** How many validations may begin in any sixty seconds. */
export interface MinuteLimit {
  /** Counts one; or, when there were too many, tells the milliseconds until one may begin, and counts nothing. */
  take(): number | undefined
}

const minuteMs = 60_000

/** Remembers when the last `perMinute` began: the oldest of them must be a minute old. */
export function createMinuteLimit(perMinute: number, clock: Clock): MinuteLimit {
  const begun = new Float64Array(perMinute).fill(Number.NEGATIVE_INFINITY)
  let oldest = 0
  return {
    take() {
      const waitMs = (begun[oldest] ?? 0) + minuteMs - clock.now()
      if (waitMs > 0) return waitMs
      begun[oldest] = clock.now()
      oldest = (oldest + 1) % perMinute
      return undefined
    },
  }
}
