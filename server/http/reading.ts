import type { Issue, Reading } from '#shared/api/issue.ts'
import { Failure } from '../failure.ts'

/**
 * The value of what was read.
 * @throws Failure FIELDS_INVALID with every error at once
 */
export function valueOrFailure<Value>(reading: Reading<Value>): Value {
  if (reading.ok) return reading.value
  throw new Failure('FIELDS_INVALID', summaryOf(reading.errors), { errors: reading.errors })
}

function summaryOf(errors: readonly Issue[]): string {
  const fields = [...new Set(errors.map(({ field }) => field || 'the body'))]
  return `What needs a change: ${fields.slice(0, 20).join(', ')}${fields.length > 20 ? ' and more' : ''}.`
}
