import { describe, expect, it } from 'vitest'
import { Failure } from '../failure.ts'
import { virtualClock } from '../testing/virtual-clock.ts'
import { type Attempt, type Turns, withRetries } from './retries.ts'

const policy = { maxAttempts: 3, backoffBaseMs: 500, timeoutMs: 10_000 }

/** Lets every attempt go at once. */
const atOnce: Turns = { first: async () => {}, allowRepeat: () => true, again: async () => true }

const answered: Attempt<string> = { answered: true, answer: 'yes' }
const busy: Attempt<string> = { answered: false, failure: new Failure('PROVIDER_ERROR'), mayRepeat: true }
const lost: Attempt<string> = { answered: false, failure: new Failure('PROVIDER_TIMEOUT'), mayRepeat: false }

/** Calls under a clock of the test, and lets as much time pass as it takes. */
async function call(attempt: (number: number) => Promise<Attempt<string>>, turns = atOnce, setting = policy) {
  const clock = virtualClock(0.5)
  const ended = withRetries(attempt, turns, setting, clock).then(
    (answered) => answered,
    (failure: Failure) => failure,
  )
  await clock.advance(100_000)
  return { ended: await ended, slept: clock.slept }
}

describe('repeating a call', () => {
  it('asks once when the first attempt is answered', async () => {
    expect(await call(async () => answered)).toEqual({ ended: { answer: 'yes', attempts: 1 }, slept: [] })
  })

  it('pauses longer before each repeat', async () => {
    const script = [busy, busy, answered]
    const { ended, slept } = await call(async (number) => script[number - 1]!)
    expect(ended).toEqual({ answer: 'yes', attempts: 3 })
    expect(slept).toEqual([250, 500])
  })

  it('stops after the last attempt and says how often it asked', async () => {
    const { ended } = await call(async () => busy)
    expect(ended).toMatchObject({ code: 'PROVIDER_ERROR', particulars: { params: { attempts: 3 } } })
  })

  it('never repeats what may have run', async () => {
    let attempts = 0
    const { ended } = await call(async () => {
      attempts += 1
      return lost
    })
    expect(ended).toMatchObject({ code: 'PROVIDER_TIMEOUT' })
    expect(attempts).toBe(1)
  })

  it('asks nothing when it gets no first turn', async () => {
    const turns = { ...atOnce, first: () => Promise.reject(new Failure('QUEUE_FULL')) }
    const { ended } = await call(() => Promise.reject(new Error('it was asked')), turns)
    expect(ended).toMatchObject({ code: 'QUEUE_FULL' })
  })

  it('keeps the failure of the last attempt when a repeat is not allowed, or gets no turn', async () => {
    for (const turns of [
      { ...atOnce, allowRepeat: () => false },
      { ...atOnce, again: async () => false },
    ]) {
      expect((await call(async () => busy, turns)).ended).toMatchObject({ code: 'PROVIDER_ERROR', particulars: {} })
    }
  })

  it('begins no repeat that could not end before the deadline of three times the limit', async () => {
    const clock = virtualClock(0.5)
    const ended = withRetries(
      async () => {
        await clock.sleep(9_900)
        return busy
      },
      atOnce,
      { ...policy, maxAttempts: 10 },
      clock,
    ).catch((failure: Failure) => ({ failure, at: clock.now() }))
    await clock.advance(100_000)
    expect(await ended).toMatchObject({ failure: { particulars: { params: { attempts: 2 } } } })
    expect(await ended).toMatchObject({ at: 2 * 9_900 + 250 })
  })
})
