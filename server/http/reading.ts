import type { Fault, Reading } from '#shared/api/fault.ts'
import { Failure } from '../failure.ts'

/**
 * The value of what was read.
 * @throws Failure FIELDS_INVALID with every fault at once
 */
export function valueOrFailure<Value>(reading: Reading<Value>): Value {
  if (reading.ok) return reading.value
  throw new Failure('FIELDS_INVALID', summaryOf(reading.faults), { errors: reading.faults })
}

function summaryOf(faults: readonly Fault[]): string {
  const fields = [...new Set(faults.map(({ field }) => field || 'the body'))]
  return `What needs a change: ${fields.slice(0, 20).join(', ')}${fields.length > 20 ? ' and more' : ''}.`
}
