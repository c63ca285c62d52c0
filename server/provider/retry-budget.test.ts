import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRetryBudget } from './retry-budget.ts'

describe('the budget of repeats', () => {
  it('begins with a reserve of ten', () => {
    const budget = createRetryBudget()
    expect(Array.from({ length: 12 }, () => budget.take())).toEqual([...Array(10).fill(true), false, false])
  })

  it('earns one for ten calls, exactly', () => {
    const budget = createRetryBudget()
    for (let taken = 0; taken < 10; taken += 1) budget.take()
    for (let call = 0; call < 9; call += 1) budget.earn()
    expect(budget.take()).toBe(false)
    budget.earn()
    expect([budget.take(), budget.take()]).toEqual([true, false])
  })

  it('never saves more than ten', () => {
    const budget = createRetryBudget()
    for (let call = 0; call < 10_000; call += 1) budget.earn()
    expect(Array.from({ length: 12 }, () => budget.take()).filter(Boolean)).toHaveLength(10)
  })

  it('does what its model does: never more than the reserve and a tenth of the calls, in any order', () => {
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
})
