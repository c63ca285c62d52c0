import { setImmediate as turn } from 'node:timers/promises'
import { lookMs } from '../deliveries/deliver.ts'
import { type Clock, systemClock } from '../kernel/clock.ts'

export interface VirtualClock extends Clock {
  /** Lets this much time pass, waking anyone who sleeps in the order of their time. */
  advance(ms: number): Promise<void>
  readonly slept: readonly number[]
}

interface Sleeper {
  readonly at: number
  readonly act: () => void
}

/** Time that passes only when a test says so. `random` is always the same, unless a function is given. */
export function virtualClock(random: number | (() => number) = 0.5): VirtualClock {
  let time = 0
  let sleepers: Sleeper[] = []
  const slept: number[] = []
  const schedule: Clock['schedule'] = (delayMs, act) => {
    const sleeper = { at: time + delayMs, act }
    sleepers.push(sleeper)
    return () => {
      sleepers = sleepers.filter((other) => other !== sleeper)
    }
  }
  return {
    slept,
    now: () => time,
    date: () => new Date(time),
    random: typeof random === 'number' ? () => random : random,
    schedule,
    sleep: (delayMs) => {
      slept.push(delayMs)
      return new Promise((resolve) => void schedule(delayMs, resolve))
    },
    async advance(ms) {
      const end = time + ms
      for (;;) {
        await turn()
        const next = sleepers.reduce<Sleeper | undefined>((a, b) => (a === undefined || b.at < a.at ? b : a), undefined)
        if (next === undefined || next.at > end) break
        sleepers = sleepers.filter((other) => other !== next)
        time = Math.max(time, next.at)
        next.act()
      }
      time = end
    },
  }
}

/** Time that passes so many times as fast, for an app whose pauses a test is not to wait for. */
export function quickClock(times: number): Clock {
  const begun = { at: Date.now(), ms: performance.now() }
  const now = () => times * (performance.now() - begun.ms)
  return {
    now,
    date: () => new Date(begun.at + now()),
    random: Math.random,
    schedule: (delayMs, act) => systemClock.schedule(delayMs / times, act),
    sleep: (delayMs) => systemClock.sleep(delayMs / times),
  }
}

/** The time of the system, for an app that delivers what happened as soon as it happens, where a test would wait for its next look again and again. */
export const promptClock: Clock = {
  ...systemClock,
  schedule: (delayMs, act) => systemClock.schedule(delayMs === lookMs ? 50 : delayMs, act),
}
