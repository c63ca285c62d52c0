import { describe, expect, it } from 'vitest'
import { type Checks, checksSchema, type ValidationRun, withoutCountry, withRecord } from './validation-runs.ts'

const none: Checks = { records: {}, last: {} }

function running(country: string): ValidationRun {
  return { state: 'running', country, idempotencyKey: 'k', isWatched: true }
}

function failed(country: string): ValidationRun {
  return { state: 'failed', country, failure: { cause: 'no-answer' } }
}

describe('What is kept of the checks', () => {
  it('is the newest forty, each with its latest state', () => {
    let checks = none
    for (let place = 0; place < 60; place++) checks = withRecord(checks, `identity ${place}`, running('BR'))
    checks = withRecord(checks, 'identity 30', failed('BR'))
    expect(Object.keys(checks.records)).toHaveLength(40)
    expect(checks.records['identity 19']).toBeUndefined()
    expect(checks.records['identity 30']?.state).toBe('failed')
    expect(checks.records['identity 59']).toBeDefined()
  })

  it('loses the people of one country when its form is cleared, but no check that runs', () => {
    const checks: Checks = {
      records: { a: failed('BR'), b: running('BR'), c: failed('MX') },
      last: { 'identity BR': 'a', 'bank BR': 'b', 'identity MX': 'c' },
    }
    expect(withoutCountry(checks, 'BR')).toEqual({
      records: { b: running('BR'), c: failed('MX') },
      last: { 'identity MX': 'c' },
    })
  })

  it('keeps the other answers when an older page has left a failure in words', () => {
    const inWords = { ...failed('BR'), failure: { title: 'The provider failed.', detail: '', mayHaveRun: false } }
    const found = checksSchema.parse({ records: { a: inWords, b: running('BR') }, last: {} })
    expect(found.records).toEqual({ a: { ...failed('BR'), failure: { cause: 'unreadable' } }, b: running('BR') })
  })
})
