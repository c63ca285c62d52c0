import { readAmountField } from './amount.ts'
import { fieldLabel } from './field-label.ts'
import { type FieldContext, type FieldReading, faulty, invalidField, sentField } from './field-reading.ts'
import type { FieldRule } from './field-uses.ts'
import { readPixKeyField } from './pix-key.ts'
import { readBank, readCode, upperCode } from './read-code.ts'
import { readNumber } from './read-number.ts'
import { readAsTyped, readEmail, readNameField, readTextField, readUrl } from './read-text.ts'
import { wrongType } from './typed-value.ts'

/** Reads one value that is not blank under the rule of its field. */
export function readField(field: string, raw: unknown, rule: FieldRule, context: FieldContext): FieldReading {
  if (rule.kind === 'amount') return readAmountField(field, raw, context)
  if (rule.kind === 'flag')
    return typeof raw === 'boolean' ? sentField(field, raw) : faulty(wrongType(field, fieldLabel(field), 'flag', raw))
  if (typeof raw !== 'string') return faulty(wrongType(field, fieldLabel(field), 'text', raw))
  if (/\p{Cs}/u.test(raw)) return invalidField(field, 'broken_text', { label: fieldLabel(field) })
  return readTyped(field, raw, rule, context)
}

function readTyped(
  field: string,
  typed: string,
  rule: Exclude<FieldRule, { kind: 'amount' | 'flag' }>,
  context: FieldContext,
): FieldReading {
  const { country } = context
  switch (rule.kind) {
    case 'country': {
      const { value, notes } = upperCode(typed)
      return sentField(field, country?.code ?? value, notes)
    }
    case 'code':
      return readCode(field, typed, rule)
    case 'bank':
      return readBank(field, typed, rule.bank)
    case 'number':
      return readNumber(field, typed, rule.numbers, context)
    case 'pix-key':
      return readPixKeyField(field, typed)
    case 'name':
      return readNameField(field, typed, context)
    case 'email':
      return readEmail(field, typed)
    case 'url':
      return readUrl(field, typed)
    case 'text':
      return readTextField(field, typed)
    case 'as-typed':
      return readAsTyped(field, typed)
  }
}
