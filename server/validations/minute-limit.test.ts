import fc from 'fast-check'
import { expect, it } from 'vitest'
import { virtualClock } from '../testing/virtual-clock.ts'
import { createMinuteLimit } from './minute-limit.ts'

it('lets so many begin in any sixty seconds, and tells exactly when the next may', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(30_000), { maxLength: 60 }), async (pauses) => {
      const clock = virtualClock()
      const limit = createMinuteLimit(3, clock)
      const begun: number[] = []
      for (const pause of pauses) {
        await clock.advance(pause)
        const recent = begun.filter((at) => at > clock.now() - 60_000)
        const waitMs = limit.take('ana')
        expect(waitMs).toBe(recent.length < 3 ? undefined : recent.at(-3)! + 60_000 - clock.now())
        if (waitMs === undefined) begun.push(clock.now())
      }
    }),
    { numRuns: 60 },
  )
})

it('counts each person apart', () => {
  const limit = createMinuteLimit(1, virtualClock())
  expect([limit.take('ana'), limit.take('bruno')]).toEqual([undefined, undefined])
  expect([limit.take('ana'), limit.take('bruno')]).toEqual([60_000, 60_000])
})

it('forgets of many people only those who began nothing for a minute', async () => {
  const clock = virtualClock()
  const limit = createMinuteLimit(1, clock)
  for (let person = 0; person < 150; person += 1) limit.take(`old ${person}`)
  await clock.advance(1)
  limit.take('ana')
  await clock.advance(59_999)
  for (let person = 0; person < 150; person += 1) limit.take(`new ${person}`)
  expect(limit.take('ana')).toBe(1)
  expect(limit.take('old 0')).toBeUndefined()
})
