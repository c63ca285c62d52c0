import { describe, expect, it } from 'vitest'
import type { AskedValidation } from '#shared/api/beneficiary.ts'
import { currentValidation } from './current-validations.tsx'

function check(id: string, changes: Partial<AskedValidation> = {}): AskedValidation {
  const trace = { correlationId: 'c', requestId: 'r', attempts: 1, at: '2026-11-21T12:00:00.000Z', by: null }
  return { id, service: 'bank', outcome: 'OK', ran: true, reason: null, testMode: false, ...trace, ...changes }
}

describe('The check that counts', () => {
  it('is the newest of its service', () => {
    expect(currentValidation([check('b'), check('a', { outcome: 'NOK' })], 'bank')?.id).toBe('b')
    expect(currentValidation([check('b')], 'identity')).toBeUndefined()
  })

  it.each([
    ['in test mode', { testMode: true }],
    ['that did not run', { outcome: 'VALIDATION_NOT_RUN', ran: false }],
    ['that may have run', { outcome: 'PROVIDER_TIMEOUT', ran: null }],
  ])('is not a newer one %s, as long as there is another', (_, changes) => {
    const newer = check('b', changes)
    expect(currentValidation([newer, check('a', { outcome: 'NOK' })], 'bank')?.id).toBe('a')
    expect(currentValidation([newer], 'bank')?.id).toBe('b')
  })
})
