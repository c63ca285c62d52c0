import { expect, it } from 'vitest'
import {
  nextTryAt,
  type ValidationRun,
  type ValidationRuns,
  validationRunsSchema,
  withoutCountry,
  withRun,
} from './validation-runs.ts'

const none: ValidationRuns = { records: {}, last: {} }

function running(country: string): ValidationRun {
  return { state: 'running', country, idempotencyKey: 'k', isWatched: true }
}

function failed(country: string): ValidationRun {
  return { state: 'failed', country, failure: { cause: 'no-answer' } }
}

it('A form saves the newest forty validations, each with its latest state', () => {
  let runs = none
  for (let place = 0; place < 60; place++) runs = withRun(runs, `identity ${place}`, running('BR'))
  runs = withRun(runs, 'identity 30', failed('BR'))
  expect(Object.keys(runs.records)).toHaveLength(40)
  expect(runs.records['identity 19']).toBeUndefined()
  expect(runs.records['identity 30']?.state).toBe('failed')
  expect(runs.records['identity 59']).toBeDefined()
})

it('Clearing the form of a country removes its validations except running ones', () => {
  const runs: ValidationRuns = {
    records: { a: failed('BR'), b: running('BR'), c: failed('MX') },
    last: { 'identity BR': 'a', 'bank BR': 'b', 'identity MX': 'c' },
  }
  expect(withoutCountry(runs, 'BR')).toEqual({
    records: { b: running('BR'), c: failed('MX') },
    last: { 'identity MX': 'c' },
  })
})

it('A failure that an older page saved as text leaves the other validations readable', () => {
  const inWords = { ...failed('BR'), failure: { title: 'The provider failed.', detail: '', mayHaveRun: false } }
  const found = validationRunsSchema.parse({ records: { a: inWords, b: running('BR') }, last: {} })
  expect(found.records).toEqual({ a: { ...failed('BR'), failure: { cause: 'unreadable' } }, b: running('BR') })
})

const problem = {
  type: 'urn:payout-desk:problem:rate-limit-exceeded',
  title: 'Too many requests to the provider',
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

it('After NOT_VALIDATED the pause before the next try grows up to five minutes', () => {
  const seconds = [1, 2, 3, 4, 5, 6, 50].map(
    (tries) => (nextTryAt(done('NOT_VALIDATED', tries)) - Date.parse(at)) / 1000,
  )
  expect(seconds).toEqual([15, 30, 60, 120, 300, 300, 300])
})

it('After an outcome, a failure without a pause, or nothing yet, a validation may be asked at once', () => {
  expect([done('OK', 0), done('NOK', 0), undefined].map(nextTryAt)).toEqual([0, 0, 0])
  expect(nextTryAt({ state: 'failed', country: 'BR', failure: { cause: 'no-answer' } })).toBe(0)
})

it('After a failure with a pause from the server, a validation may be asked when that is over', () => {
  const failure = { cause: 'problem', problem, retryAt: 42 } as const
  expect(nextTryAt({ state: 'failed', country: 'BR', failure })).toBe(42)
})
