import { bareCodeSteps, type Cleaned, clean, upperCodeSteps } from '#shared/rule-book/cleaning.ts'
import { fieldLabel } from '#shared/rule-book/field-label.ts'
import type { FieldRule } from '#shared/rule-book/field-uses.ts'
import { type FieldReading, refused, sent } from './field-reading.ts'

/** Reads a code of a closed list: document type, account type, currency, beneficiary type. */
export function readCode(field: string, typed: string, rule: Extract<FieldRule, { kind: 'code' }>): FieldReading {
  const { value, notes } = field === 'currencyCode' ? upperCode(typed) : clean(typed, bareCodeSteps)
  if (rule.choices.some((choice) => choice.code === value)) return sent(field, value, notes)
  const allowed = rule.choices.map(({ code }) => code)
  const listed = rule.choices
    .map(({ code, label }) => (label.startsWith(code) ? code : `${code} (${label})`))
    .join(', ')
  const provider = field === 'currencyCode' ? ' The provider answers 0_PAYOUT_PSP_CURRENCY_NOT_ALLOWED.' : ''
  const label = fieldLabel(field)
  const detail = `${label}: “${value}” is not offered here. Use ${listed}.${provider}`
  const choices = rule.choices.map((choice) => choice.label)
  return refused(field, rule.error, { given: value, allowed, choices, label }, detail)
}

/** A code of capitals: country, currency. */
export function upperCode(typed: string): Cleaned {
  return clean(typed, upperCodeSteps)
}
