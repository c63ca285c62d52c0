import { describe, expect, it } from 'vitest'
import type { Clock } from '../clock.ts'
import { Failure } from '../failure.ts'
import { type Attempt, withRetries } from './retries.ts'

const policy = { maxAttempts: 3, backoffBaseMs: 500, timeoutMs: 10_000 }

/** A clock whose sleeps take no time and are remembered. */
function clockAt(random: number): Clock & { time: number; readonly slept: number[] } {
  const clock = {
    time: 0,
    slept: [] as number[],
    now: () => clock.time,
    date: () => new Date(0),
    random: () => random,
    sleep: async (delayMs: number) => {
      clock.slept.push(delayMs)
      clock.time += delayMs
    },
  }
  return clock
}

const answered: Attempt<string> = { answered: true, answer: 'yes' }
const busy: Attempt<string> = { answered: false, failure: new Failure('PROVIDER_ERROR', 'Busy.'), mayRepeat: true }
const lost: Attempt<string> = { answered: false, failure: new Failure('PROVIDER_TIMEOUT', 'Lost.'), mayRepeat: false }

describe('repeating a call', () => {
  it('asks once when the first attempt is answered', async () => {
    const clock = clockAt(0.5)
    expect(await withRetries(async () => answered, policy, clock)).toEqual({ answer: 'yes', attempts: 1 })
    expect(clock.slept).toEqual([])
  })

  it('pauses longer before each repeat', async () => {
    const clock = clockAt(0.5)
    const script = [busy, busy, answered]
    const call = withRetries(async (number) => script[number - 1]!, policy, clock)
    expect(await call).toEqual({ answer: 'yes', attempts: 3 })
    expect(clock.slept).toEqual([250, 500])
  })

  it('stops after the last attempt and says how often it asked', async () => {
    const call = withRetries(async () => busy, policy, clockAt(0.5))
    await expect(call).rejects.toMatchObject({ code: 'PROVIDER_ERROR', detail: 'Busy. Asked 3 times.' })
  })

  it('never repeats what may have run', async () => {
    let attempts = 0
    const call = withRetries(
      async () => {
        attempts += 1
        return lost
      },
      policy,
      clockAt(0.5),
    )
    await expect(call).rejects.toMatchObject({ code: 'PROVIDER_TIMEOUT' })
    expect(attempts).toBe(1)
  })

  it('begins no repeat that could not end before the deadline of three times the limit', async () => {
    const clock = clockAt(0.5)
    const call = withRetries(
      async () => {
        clock.time += 9_900
        return busy
      },
      { ...policy, maxAttempts: 10 },
      clock,
    )
    await expect(call).rejects.toMatchObject({ detail: 'Busy. Asked 2 times.' })
    expect(clock.time).toBeLessThan(30_000)
  })
})
