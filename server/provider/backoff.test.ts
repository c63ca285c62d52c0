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
})
