import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Failure } from '../kernel/failure.ts'
import { virtualClock } from '../testing/virtual-clock.ts'
import { type Attempt, backoffMs, createRetryBudget, type Turns, withRetries } from './retries.ts'

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

it('repeating a call asks once when the first attempt is answered', async () => {
  expect(await call(async () => answered)).toEqual({ ended: { answer: 'yes', attempts: 1 }, slept: [] })
})

it('repeating a call pauses longer before each repeat', async () => {
  const script = [busy, busy, answered]
  const { ended, slept } = await call(async (number) => script[number - 1]!)
  expect(ended).toEqual({ answer: 'yes', attempts: 3 })
  expect(slept).toEqual([250, 500])
})

it('repeating a call stops after the last attempt and says how often it asked', async () => {
  const { ended } = await call(async () => busy)
  expect(ended).toMatchObject({ code: 'PROVIDER_ERROR', particulars: { params: { attempts: 3 } } })
})

it('repeating a call never repeats what may have run', async () => {
  let attempts = 0
  const { ended } = await call(async () => {
    attempts += 1
    return lost
  })
  expect(ended).toMatchObject({ code: 'PROVIDER_TIMEOUT' })
  expect(attempts).toBe(1)
})

it('repeating a call asks nothing when it gets no first turn', async () => {
  const turns = { ...atOnce, first: () => Promise.reject(new Failure('QUEUE_FULL')) }
  const { ended } = await call(() => Promise.reject(new Error('it was asked')), turns)
  expect(ended).toMatchObject({ code: 'QUEUE_FULL' })
})

it('repeating a call keeps the failure of the last attempt when a repeat is not allowed, or gets no turn', async () => {
  for (const turns of [
    { ...atOnce, allowRepeat: () => false },
    { ...atOnce, again: async () => false },
  ]) {
    expect((await call(async () => busy, turns)).ended).toMatchObject({ code: 'PROVIDER_ERROR', particulars: {} })
  }
})

it('repeating a call begins no repeat that could not end before the deadline of three times the limit', async () => {
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

describe('the pause before a repeat', () => {
  const longest = (attempt: number) => backoffMs(500, attempt, () => 0.999_999)

  it('the pause before a repeat doubles its upper bound with each attempt', () => {
    expect([1, 2, 3, 4].map((attempt) => Math.round(longest(attempt)))).toEqual([500, 1000, 2000, 4000])
  })

  it('the pause before a repeat is never longer than five seconds', () => {
    expect(Math.round(longest(5))).toBe(5000)
    expect(Math.round(longest(2000))).toBe(5000)
  })

  it('the pause before a repeat has full jitter: anything from nothing to the bound', () => {
    expect(backoffMs(500, 3, () => 0)).toBe(0)
    expect(backoffMs(500, 3, () => 0.5)).toBe(1000)
  })

  it('the pause before a repeat is spread evenly from nothing to the bound: twenty equal parts get their share', () => {
    const draws = 200_000
    for (const [attempt, cap] of [
      [1, 500],
      [3, 2000],
      [9, 5000],
    ] as const) {
      const deps = Array(20).fill(0)
      let sum = 0
      for (let draw = 0; draw < draws; draw += 1) {
        const pause = backoffMs(500, attempt, Math.random)
        sum += pause
        deps[Math.floor((pause / cap) * 20)] += 1
      }
      // Six standard deviations of a part's share: by chance once in hundreds of millions.
      for (const count of deps) expect(Math.abs(count - draws / 20)).toBeLessThan(6 * Math.sqrt(draws * 0.05 * 0.95))
      expect(Math.abs(sum / draws - cap / 2)).toBeLessThan((6 * cap) / Math.sqrt(12 * draws))
      expect(deps).toHaveLength(20)
    }
  })
})

it('the budget of repeats begins with a reserve of ten', () => {
  const budget = createRetryBudget()
  expect(Array.from({ length: 12 }, () => budget.take())).toEqual([...Array(10).fill(true), false, false])
})

it('the budget of repeats earns one for ten calls, exactly', () => {
  const budget = createRetryBudget()
  for (let taken = 0; taken < 10; taken += 1) budget.take()
  for (let call = 0; call < 9; call += 1) budget.earn()
  expect(budget.take()).toBe(false)
  budget.earn()
  expect([budget.take(), budget.take()]).toEqual([true, false])
})

it('the budget of repeats never saves more than ten', () => {
  const budget = createRetryBudget()
  for (let call = 0; call < 10_000; call += 1) budget.earn()
  expect(Array.from({ length: 12 }, () => budget.take()).filter(Boolean)).toHaveLength(10)
})

it('the budget of repeats does what its model does: never more than the reserve and a tenth of the calls, in any order', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('earn', 'take'), { maxLength: 2_000, size: 'max' }), (steps) => {
      const budget = createRetryBudget()
      let [calls, taken, model] = [0, 0, 100]
      for (const step of steps) {
        if (step === 'earn') {
          budget.earn()
          calls += 1
          model = Math.min(100, model + 1)
        } else {
          const may = model >= 10
          expect(budget.take()).toBe(may)
          if (may) [taken, model] = [taken + 1, model - 10]
        }
        expect(taken).toBeLessThanOrEqual(10 + calls / 10)
      }
    }),
  )
})
