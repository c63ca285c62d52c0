import { asMessage, type Message, type MessageId } from '#shared/language/message.ts'
import { bareCodeSteps, type Cleaned, clean, upperCodeSteps } from '#shared/rule-book/cleaning.ts'
import { fieldLabel } from './field-label.ts'
import { type FieldReading, refused, sent } from './field-reading.ts'
import type { FieldRule } from './field-uses.ts'

/** Reads a code of a closed list: document type, account type, currency, beneficiary type. */
export function readCode(field: string, typed: string, rule: Extract<FieldRule, { kind: 'code' }>): FieldReading {
  const { value, notes } = field === 'currencyCode' ? upperCode(typed) : clean(typed, bareCodeSteps)
  if (rule.choices.some((choice) => choice.code === value)) return sent(field, value, notes)
  const allowed = rule.choices.map(({ code }) => code)
  const choices = rule.choices.flatMap(({ code, label }) => (label === undefined ? [] : [choiceOf(code, label)]))
  const offered = choices.length === 0 ? {} : { choices }
  return refused(field, rule.error, { given: value, allowed, ...offered, label: fieldLabel(field) })
}

/** A code with what it stands for: "0001 (Savings)". */
function choiceOf(code: string, label: MessageId | Message): Message {
  return { id: 'issue.choice', params: { code, label: asMessage(label) } }
}

/** A code of capitals: country, currency. */
export function upperCode(typed: string): Cleaned {
  return clean(typed, upperCodeSteps)
}
