import { setTimeout as wait } from 'node:timers/promises'

/** Time and chance, handed in so that a test can own them. */
export interface Clock {
  /** Milliseconds that only grow; not the time of day. */
  now(): number
  /** The time of day, for what a person reads. */
  date(): Date
  sleep(delayMs: number): Promise<void>
  /** Acts once after the delay, unless the function given back is called before. */
  schedule(delayMs: number, act: () => void): () => void
  /** From 0 up to, but not including, 1. */
  random(): number
}

export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => new Date(),
  sleep: async (delayMs) => {
    await wait(delayMs)
  },
  schedule: (delayMs, act) => {
    const timer = setTimeout(act, delayMs)
    return () => clearTimeout(timer)
  },
  random: Math.random,
}
