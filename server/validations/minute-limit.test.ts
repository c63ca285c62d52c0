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
        const waitMs = limit.take()
        expect(waitMs).toBe(recent.length < 3 ? undefined : recent.at(-3)! + 60_000 - clock.now())
        if (waitMs === undefined) begun.push(clock.now())
      }
    }),
    { numRuns: 60 },
  )
})
