import type { Clock } from '../kernel/clock.ts'

/** How fast calls may follow one another, learnt from the provider's 429, which gives neither its limit nor a time to retry. */
export interface CallPace {
  /** Milliseconds until the next call may be sent; 0 is now. */
  waitMs(): number
  sent(): void
  /** The provider took a call, whatever came of it. */
  taken(): void
  /** The provider answered 429. */
  refused(): void
  /** Calls in a second; Infinity while no limit is known. */
  perSecond(): number
}

const decrease = 0.7
const increasePerCall = 0.02
const slowestPerSecond = 0.5
/** A person who checks one beneficiary now and then is not slowed down, even when a limit is known. */
const burst = 5
/** Of many calls refused together, the first slows down; the others were sent at the old pace. */
const cutEveryMs = 1_000
/** After this long without 429 no limit is known any more: steady work at a limit of any height meets it every 18 seconds. */
const forgetMs = 30_000

/**
 * A token bucket whose rate grows by a step for each call that is taken and falls by three tenths on 429, from what
 * was sent in the last second: it settles just below the provider's limit.
 */
export function createPace(clock: Clock): CallPace {
  const lastSecond = sentInLastSecond(clock)
  let rate = Number.POSITIVE_INFINITY
  let tokens = 0
  let filledAt = 0
  let cutAt = Number.NEGATIVE_INFINITY

  const refill = () => {
    const now = clock.now()
    if (now - cutAt > forgetMs) rate = Number.POSITIVE_INFINITY
    tokens = rate === Number.POSITIVE_INFINITY ? burst : Math.min(burst, tokens + ((now - filledAt) / 1000) * rate)
    filledAt = now
  }
  return {
    waitMs() {
      refill()
      return tokens >= 1 - tiny ? 0 : ((1 - tokens) / rate) * 1000
    },
    sent() {
      refill()
      tokens -= 1
      lastSecond.add()
    },
    taken() {
      rate += increasePerCall
    },
    refused() {
      const now = clock.now()
      if (now - cutAt < cutEveryMs) return
      refill()
      rate = Math.max(slowestPerSecond, decrease * Math.min(rate, lastSecond.count()))
      cutAt = now
    },
    perSecond() {
      refill()
      return rate
    },
  }
}

/** Tokens are sums of fractions: one that lacks this much is whole. */
const tiny = 1e-9

/** How many calls were sent in the last second: this second's, and of the one before as much as still reaches into it. */
function sentInLastSecond(clock: Clock) {
  let second = 0
  let current = 0
  let previous = 0
  const turn = () => {
    const now = Math.floor(clock.now() / 1000)
    if (now === second) return
    previous = now === second + 1 ? current : 0
    current = 0
    second = now
  }
  return {
    add() {
      turn()
      current += 1
    },
    count() {
      turn()
      return current + previous * (1 - ((clock.now() / 1000) % 1))
    },
  }
}
