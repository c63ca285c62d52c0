import fc from 'fast-check'
import { expect, it } from 'vitest'
import { virtualClock } from '../testing/virtual-clock.ts'
import { createLimit, perMinute, perMinuteAndDay } from './limit.ts'

const minuteMs = 60_000
const by = (person: string) => [`person ${person}`]

it('a limit lets its number begin in any span of time, and shows exactly when the next may', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(30_000), { maxLength: 60 }), async (pauses) => {
      const clock = virtualClock()
      const limit = createLimit(perMinute(3), clock)
      const begun: number[] = []
      for (const pause of pauses) {
        await clock.advance(pause)
        const recent = begun.filter((at) => at > clock.now() - 60_000)
        const waitMs = limit.take(by('ana'))
        expect(waitMs).toBe(recent.length < 3 ? undefined : recent.at(-3)! + 60_000 - clock.now())
        if (waitMs === undefined) begun.push(clock.now())
      }
    }),
    { numRuns: 60 },
  )
})

it('a limit counts each of those that it is asked for apart, and refuses where one of them had too many', () => {
  const limit = createLimit(perMinute(2), virtualClock())
  const takes = ['ana', 'bruno', 'carla'].map((person) => limit.take([`person ${person}`, 'address one']))
  expect(takes).toEqual([undefined, undefined, minuteMs])
  const more = ['two', 'three'].map((address) => limit.take(['person ana', `address ${address}`]))
  expect(more).toEqual([undefined, minuteMs])
})

it('a limit that is given back what did not count is as if that had never begun', async () => {
  const step = fc.record({ pause: fc.nat(30_000), count: fc.integer({ min: 1, max: 4 }), isGivenBack: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const clock = virtualClock()
      const [limit, other] = [createLimit(perMinute(6), clock), createLimit(perMinute(6), clock)]
      for (const { pause, count, isGivenBack } of steps) {
        await clock.advance(pause)
        const waitMs = limit.take(by('ana'), count)
        if (!isGivenBack) expect(other.take(by('ana'), count)).toBe(waitMs)
        else if (waitMs === undefined) limit.giveBack(by('ana'), count)
        expect(limit.countOf('person ana')).toBe(other.countOf('person ana'))
      }
    }),
    { numRuns: 60 },
  )
})

it('a limit of 30 a minute lets 300 begin in a day, and counts nothing that one of the two refuses', async () => {
  const clock = virtualClock()
  const limit = createLimit(perMinuteAndDay(30), clock)
  const begunInAMinute = async () => {
    const takes = Array.from({ length: 200 }, () => limit.take(by('ana')))
    await clock.advance(minuteMs)
    return takes.filter((waitMs) => waitMs === undefined).length
  }
  const begun = []
  for (let minute = 0; minute < 12; minute += 1) begun.push(await begunInAMinute())
  expect(begun).toEqual([...Array(10).fill(30), 0, 0])
  expect(limit.countOf('person ana')).toBe(300)
  await clock.advance(24 * 60 * minuteMs - 12 * minuteMs)
  expect([limit.countOf('person ana'), await begunInAMinute(), await begunInAMinute()]).toEqual([270, 30, 30])
})

it('a limit forgets of many people only those who began nothing for the whole span', async () => {
  const clock = virtualClock()
  const limit = createLimit(perMinute(1), clock)
  const several = (names: string) => Array.from({ length: 150 }, (_, turn) => by(`${names} ${turn}`))
  for (const one of several('old')) limit.take(one)
  await clock.advance(minuteMs)
  expect(limit.take(by('ana'))).toBeUndefined()
  await clock.advance(minuteMs - 1)
  for (const one of several('new')) limit.take(one)
  expect(limit.take(by('ana'))).toBe(1)
  expect(limit.take(by('old 0'))).toBeUndefined()
})

it('a limit that ever more are counted for looks at each of them a few times, not at all of them for each', () => {
  let reads = 0
  const limit = createLimit(perMinute(2), { ...virtualClock(), now: () => (reads += 1) })
  for (let number = 0; number < 2_000; number += 1) limit.take(by(`number ${number}`))
  expect(reads).toBeLessThan(20_000)
})
