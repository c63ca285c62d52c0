import { expect, it } from 'vitest'
import type { PastValidation } from '#shared/api/beneficiary.ts'
import { currentValidation } from './current-validations.tsx'

function validation(id: string, changes: Partial<PastValidation> = {}): PastValidation {
  const trace = { correlationId: 'c', requestId: 'r', attempts: 1, at: '2026-11-21T12:00:00.000Z', by: null }
  return { id, service: 'bank', outcome: 'OK', ran: true, reason: null, testMode: false, ...trace, ...changes }
}

it('The validation that counts is the newest of its service', () => {
  expect(currentValidation([validation('b'), validation('a', { outcome: 'NOK' })], 'bank')?.id).toBe('b')
  expect(currentValidation([validation('b')], 'identity')).toBeUndefined()
})

it.each([
  ['in test mode', { testMode: true }],
  ['that did not run', { outcome: 'VALIDATION_NOT_RUN', ran: false }],
  ['that may have run', { outcome: 'PROVIDER_TIMEOUT', ran: null }],
])('The validation that counts is not a newer one %s, as long as there is another', (_, changes) => {
  const newer = validation('b', changes)
  expect(currentValidation([newer, validation('a', { outcome: 'NOK' })], 'bank')?.id).toBe('a')
  expect(currentValidation([newer], 'bank')?.id).toBe('b')
})
