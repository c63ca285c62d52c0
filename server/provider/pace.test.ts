import { expect, it } from 'vitest'
import { type VirtualClock, virtualClock } from '../testing/virtual-clock.ts'
import { type CallPace, createPace } from './pace.ts'

/** A provider that takes a given number of calls a second, and the app that always has another call to send. */
async function workAgainst(limit: number, seconds: number) {
  const clock = virtualClock()
  const pace = createPace(clock)
  const counts = { taken: 0, refused: 0 }
  const secondsOf = new Map<number, number>()
  const end = clock.now() + seconds * 1000
  while (clock.now() < end) {
    const second = Math.floor(clock.now() / 1000)
    const before = secondsOf.get(second) ?? 0
    secondsOf.set(second, before + 1)
    pace.sent()
    if (before < limit) pace.taken()
    else pace.refused()
    if (second >= seconds / 2) counts[before < limit ? 'taken' : 'refused'] += 1
    // Work that is always there still comes at some speed: a millisecond for each call.
    await pass(clock, Math.max(1, pace.waitMs()))
  }
  return { ...counts, rate: pace.perSecond() }
}

/** No call sleeps here, so the virtual clock may jump. */
async function pass(clock: VirtualClock, ms: number) {
  await clock.advance(ms)
}

it('the pace of calls knows no limit until the provider reports one', async () => {
  const clock = virtualClock()
  const pace = createPace(clock)
  for (let call = 0; call < 1000; call += 1) {
    expect(pace.waitMs()).toBe(0)
    pace.sent()
    pace.taken()
  }
  expect(pace.perSecond()).toBe(Number.POSITIVE_INFINITY)
})

it.each([2, 5, 20, 100])(
  'the pace of calls settles below a limit of %i a second: hardly a refusal, most of the limit used',
  async (limit) => {
    const { taken, refused, rate } = await workAgainst(limit, 240)
    expect(refused / (taken + refused)).toBeLessThan(0.05)
    expect(taken / 120).toBeGreaterThan(0.7 * limit)
    expect(rate).toBeLessThanOrEqual(limit * 1.1)
  },
)

it('the pace of calls slows down once for calls that are refused together', () => {
  const pace = createPace(virtualClock())
  for (let call = 0; call < 50; call += 1) pace.sent()
  for (let call = 0; call < 50; call += 1) pace.refused()
  expect(pace.perSecond()).toBeCloseTo(35)
})

it('the pace of calls lets a person go on who sends a few calls now and then', () => {
  const pace = createPace(virtualClock())
  const attempt = (): number => {
    const waitMs = pace.waitMs()
    pace.sent()
    pace.refused()
    return waitMs
  }
  expect([attempt(), attempt(), attempt()]).toEqual([0, 0, 0])
})

it('the pace of calls is never slower than one call in two seconds', async () => {
  const clock = virtualClock()
  const pace = createPace(clock)
  await refuseFor(20, pace, clock)
  expect(pace.perSecond()).toBe(0.5)
})

it('the pace of calls forgets the limit after half a minute without a refusal', async () => {
  const clock = virtualClock()
  const pace = createPace(clock)
  pace.sent()
  pace.refused()
  await clock.advance(30_000)
  expect(pace.perSecond()).toBeLessThan(1)
  await clock.advance(1)
  expect(pace.perSecond()).toBe(Number.POSITIVE_INFINITY)
})

async function refuseFor(seconds: number, pace: CallPace, clock: VirtualClock) {
  for (let second = 0; second < seconds; second += 1) {
    pace.sent()
    pace.refused()
    await clock.advance(1_000)
  }
}
