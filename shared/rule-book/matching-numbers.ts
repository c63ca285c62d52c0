import type { FieldName } from '#shared/payout/fields.ts'
import type { ConditionalNumber, Given } from './country.ts'

/**
 * The number rules that can hold under what is known so far: one where the conditions are settled, several while a field
 * that they depend on is still open. Rules are tried in order; one without conditions ends the list.
 */
export function matchingNumbers(rules: readonly ConditionalNumber[], given: Given): readonly ConditionalNumber[] {
  const found: ConditionalNumber[] = []
  for (const rule of rules) {
    const match = matches(rule, given)
    if (match !== 'no') found.push(rule)
    if (match === 'yes') break
  }
  return found
}

function matches({ when = {} }: ConditionalNumber, given: Given): 'yes' | 'maybe' | 'no' {
  let open = false
  for (const field of fieldsOf(when)) {
    const value = given[field]
    if (value === undefined) open = true
    else if (!when[field]?.includes(value)) return 'no'
  }
  return open ? 'maybe' : 'yes'
}

function fieldsOf(when: NonNullable<ConditionalNumber['when']>): readonly FieldName[] {
  const conditions: readonly FieldName[] = ['documentType', 'bankName', 'payoutAccountTypeCode']
  return conditions.filter((field) => when[field] !== undefined)
}
