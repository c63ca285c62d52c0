import { describe, expect, it } from 'vitest'
import { nextTryAt } from './next-try.ts'
import type { ValidationRun } from './validation-runs.ts'

const problem = {
  type: 'urn:payout-desk:problem:rate-limit-exceeded',
  title: 'The provider is asked too often',
  status: 503,
  detail: 'Try again in a minute.',
  code: 'RATE_LIMIT_EXCEEDED',
  retryable: true,
  requestId: 'r',
}

const at = '2026-11-21T12:00:00.000Z'

function done(status: 'OK' | 'NOK' | 'NOT_VALIDATED', tries: number): ValidationRun {
  const trace = { correlationId: 'c', requestId: 'r', attempts: 1, testMode: false }
  return { state: 'done', country: 'BR', tries, outcome: { ran: true, status, reason: null, at, ...trace } }
}

describe('When a check may be asked again', () => {
  it('after NOT_VALIDATED there is a pause that grows with each time in a row, up to five minutes', () => {
    const seconds = [1, 2, 3, 4, 5, 6, 50].map(
      (tries) => (nextTryAt(done('NOT_VALIDATED', tries)) - Date.parse(at)) / 1000,
    )
    expect(seconds).toEqual([15, 30, 60, 120, 300, 300, 300])
  })

  it('after an outcome, a failure without advice, or nothing yet: at once', () => {
    expect([done('OK', 0), done('NOK', 0), undefined].map(nextTryAt)).toEqual([0, 0, 0])
    expect(nextTryAt({ state: 'failed', country: 'BR', failure: { cause: 'no-answer' } })).toBe(0)
  })

  it('after a failure for which the server named a pause: when that is over', () => {
    const failure = { cause: 'problem', problem, retryAt: 42 } as const
    expect(nextTryAt({ state: 'failed', country: 'BR', failure })).toBe(42)
  })
})
