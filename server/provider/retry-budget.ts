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
