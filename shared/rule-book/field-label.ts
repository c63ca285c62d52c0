import { asMessage, type Message } from '#shared/language/message.ts'
import { type FieldName, isFieldName } from '#shared/payout/fields.ts'
import type { Given } from './country.ts'
import type { FieldRule } from './field-uses.ts'
import { matchingNumbers } from './matching-numbers.ts'

/**
 * What people in the country call the field: CBU, CLABE, RUT; the general name while several could be meant, unless these have one
 * together: "CLABE or debit card number". A field that is not of the table is called by its name.
 */
export function fieldLabel(field: FieldName, rule?: FieldRule, given?: Given): Message
export function fieldLabel(field: string, rule?: FieldRule, given?: Given): Message | string
export function fieldLabel(field: string, rule?: FieldRule, given: Given = {}): Message | string {
  if (rule?.kind === 'number') {
    const [only, ...others] = matchingNumbers(rule.numbers, given)
    if (only !== undefined && others.length === 0) return asMessage(only.label)
    if (rule.label !== undefined) return { id: rule.label }
  }
  return isFieldName(field) ? { id: `field.${field}` } : field
}
