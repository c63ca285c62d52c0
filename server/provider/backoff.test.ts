import { describe, expect, it } from 'vitest'
import { backoffMs } from './backoff.ts'

describe('the pause before a repeat', () => {
  const longest = (attempt: number) => backoffMs(500, attempt, () => 0.999_999)

  it('doubles its upper bound with each attempt', () => {
    expect([1, 2, 3, 4].map((attempt) => Math.round(longest(attempt)))).toEqual([500, 1000, 2000, 4000])
  })

  it('is never longer than five seconds', () => {
    expect(Math.round(longest(5))).toBe(5000)
    expect(Math.round(longest(2000))).toBe(5000)
  })

  it('has full jitter: anything from nothing to the bound', () => {
    expect(backoffMs(500, 3, () => 0)).toBe(0)
    expect(backoffMs(500, 3, () => 0.5)).toBe(1000)
  })

  it('is spread evenly from nothing to the bound: twenty equal parts get their share', () => {
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
