import { type Issue, issueOn } from '#shared/api/issue.ts'
import { asMessage, type Message } from '#shared/language/message.ts'
import { bankOfCode } from '#shared/rule-book/bank-code.ts'
import { type CleanedText, clean, numberSteps } from '#shared/rule-book/cleaning.ts'
import type { ConditionalNumber, FieldValues, NamedNumber } from '#shared/rule-book/country.ts'
import { describeShape, hasShape, shapeError } from '#shared/rule-book/shape.ts'
import { type FieldContext, type FieldReading, faulty, invalidField, sentField } from './field-reading.ts'
import { matchingNumbers } from './field-uses.ts'

/** What a number is read beside. */
type NumberContext = Pick<FieldContext, 'country' | 'given'>

/** Reads a document, agency or account number under the rules that can hold with what is given. */
export function readNumber(
  field: string,
  typed: string,
  rules: readonly ConditionalNumber[],
  { country, given }: NumberContext,
): FieldReading {
  const candidates = matchingNumbers(rules, given)
  for (const rule of candidates) {
    const cleaned = cleanNumber(typed, rule)
    if (hasShape(rule.shape, cleaned.value)) return accepted(field, cleaned, rule, { country, given })
  }
  const [only, ...others] = candidates
  if (only === undefined || others.length > 0) return severalRules(field, candidates)
  const error = shapeError(only, cleanNumber(typed, only).value)
  return error === undefined ? severalRules(field, candidates) : faulty({ field, ...error })
}

/** The number as it is sent, and what was done to it. */
export function cleanNumber(typed: string, { cleaning }: NamedNumber): CleanedText {
  return clean(typed, numberSteps(cleaning))
}

function accepted(
  field: string,
  { value, notes }: CleanedText,
  rule: NamedNumber,
  context: NumberContext,
): FieldReading {
  return sentField(field, value, notes, {
    warnings: [...doubts(field, value, rule, context.given), ...otherBank(field, value, rule, context)],
    notices: recognised(field, value, rule),
  })
}

function doubts(field: string, value: string, rule: NamedNumber, given: FieldValues): readonly Issue[] {
  return (rule.checks ?? []).flatMap((check) => {
    const issue = check.issue(value, given, asMessage(rule.label))
    return issue === undefined ? [] : [{ field, ...issue }]
  })
}

function otherBank(
  field: string,
  value: string,
  rule: NamedNumber,
  { country, given }: NumberContext,
): readonly Issue[] {
  const bank = rule.bankOf?.(value)
  if (bank?.code === undefined || given.bankName === undefined || given.bankName === bank.code) return []
  const givenName = country && bankOfCode(country, given.bankName)?.name
  const named = { name: bank.name, given: given.bankName, ...(givenName && { givenName }) }
  const params = { label: asMessage(rule.label), bank: bank.code, value, ...named }
  return [issueOn(field, 'bank_differs', params)]
}

function recognised(field: string, value: string, rule: NamedNumber): readonly Issue[] {
  const bank = rule.bankOf?.(value)
  if (bank === undefined) return []
  return [issueOn(field, 'bank_recognised', { label: asMessage(rule.label), bank: bank.name })]
}

function severalRules(field: string, candidates: readonly ConditionalNumber[]): FieldReading {
  const shapes = candidates.map(({ label, shape }): Message => {
    return { id: 'shape.of', params: { label: asMessage(label), expected: describeShape(shape) } }
  })
  return invalidField(field, 'wrong_number', { shapes })
}
