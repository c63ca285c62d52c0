import type { Country, Given } from '#shared/rule-book/country.ts'
import type { EntryField } from '#shared/rule-book/entry-fields.ts'
import { fieldLabel } from '#shared/rule-book/field-label.ts'
import type { FieldRule } from '#shared/rule-book/field-uses.ts'
import { type FieldReading, refused, sent } from './field-reading.ts'
import { readAmountField } from './read-amount-field.ts'
import { readBank } from './read-bank.ts'
import { readCode, upperCode } from './read-code.ts'
import { readNumber } from './read-number.ts'
import { readPixKeyField } from './read-pix-key-field.ts'
import { readEmail, readName, readText, readUrl } from './read-text.ts'
import { typeName } from './typed-value.ts'

export interface FieldContext {
  /** Undefined until it is known: then only what every country does can be read. */
  readonly country: Country | undefined
  /** Values of the fields that rules depend on. */
  readonly given: Given
  /** Whether the person who typed the value can be asked what it means. */
  readonly isTypedByPerson: boolean
}

/** Reads one value that is not blank under the rule of its field. */
export function readField(field: EntryField, raw: unknown, rule: FieldRule, context: FieldContext): FieldReading {
  if (rule.kind === 'amount') return readAmountField(field, raw, context)
  if (rule.kind === 'flag')
    return typeof raw === 'boolean' ? sent(field, raw) : wrongType(field, raw, 'true or false, without quotes')
  if (typeof raw !== 'string') return wrongType(field, raw, 'text in quotes, so that no digit is lost')
  if (/\p{Cs}/u.test(raw))
    return refused(field, 'broken_text', {}, `${fieldLabel(field)}: a character is broken. Type it again.`)
  return readTyped(field, raw, rule, context)
}

/** A value of a type that JSON allows and the field does not. */
function wrongType(field: EntryField, raw: unknown, expected: string): FieldReading {
  const found = typeName(raw)
  return refused(field, 'wrong_type', { expected, found }, `${fieldLabel(field)}: give ${expected}; this is ${found}.`)
}

function readTyped(
  field: EntryField,
  typed: string,
  rule: Exclude<FieldRule, { kind: 'amount' | 'flag' }>,
  { country, given }: FieldContext,
): FieldReading {
  switch (rule.kind) {
    case 'country': {
      const { value, notes } = upperCode(typed)
      return sent(field, country?.code ?? value, notes)
    }
    case 'code':
      return readCode(field, typed, rule)
    case 'bank':
      return readBank(field, typed, rule.bank)
    case 'number':
      return readNumber(field, typed, rule.numbers, given)
    case 'pix-key':
      return readPixKeyField(field, typed)
    case 'name':
      return readName(field, typed, country?.longName)
    case 'email':
      return readEmail(field, typed)
    case 'url':
      return readUrl(field, typed)
    case 'text':
      return readText(field, typed)
  }
}
