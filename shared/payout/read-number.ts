import { type Issue, issueOn } from '#shared/api/issue.ts'
import { type Cleaned, clean, numberSteps } from '#shared/rule-book/cleaning.ts'
import type { ConditionalNumber, Given, NamedNumber } from '#shared/rule-book/country.ts'
import { matchingNumbers } from '#shared/rule-book/matching-numbers.ts'
import { describeShape, hasShape, shapeError } from '#shared/rule-book/shape.ts'
import { type FieldReading, faulty, refused, sent } from './field-reading.ts'

/** Reads a document, agency or account number under the rules that can hold with what is given. */
export function readNumber(
  field: string,
  typed: string,
  rules: readonly ConditionalNumber[],
  given: Given,
): FieldReading {
  const candidates = matchingNumbers(rules, given)
  for (const rule of candidates) {
    const cleaned = cleanNumber(typed, rule)
    if (hasShape(rule.shape, cleaned.value)) return accepted(field, cleaned, rule, given)
  }
  const [only, ...others] = candidates
  if (only === undefined || others.length > 0) return severalRules(field, candidates)
  const error = shapeError(only.label, only.shape, cleanNumber(typed, only).value, only.hint)
  return error === undefined ? severalRules(field, candidates) : faulty({ field, ...error })
}

/** The number as it is sent, and what was done to it. */
export function cleanNumber(typed: string, { cleaning }: NamedNumber): Cleaned {
  return clean(typed, numberSteps(cleaning))
}

function accepted(field: string, { value, notes }: Cleaned, rule: NamedNumber, given: Given): FieldReading {
  return sent(field, value, notes, {
    warnings: [...doubts(field, value, rule, given), ...otherBank(field, value, rule, given)],
    notices: recognised(field, value, rule),
  })
}

function doubts(field: string, value: string, rule: NamedNumber, given: Given): readonly Issue[] {
  return (rule.checks ?? []).flatMap((check) => {
    const issue = check.issue(value, given, rule.label)
    return issue === undefined ? [] : [{ field, ...issue }]
  })
}

function otherBank(field: string, value: string, rule: NamedNumber, given: Given): readonly Issue[] {
  const bank = rule.bankOf?.(value)
  if (bank?.code === undefined || given.bankName === undefined || given.bankName === bank.code) return []
  const detail = `This ${rule.label} belongs to ${bank.name} (${bank.code}); the bank chosen is ${given.bankName}. Compare them.`
  const params = { label: rule.label, bank: bank.code, name: bank.name, given: given.bankName, value }
  return [issueOn(field, 'bank_differs', params, detail)]
}

function recognised(field: string, value: string, rule: NamedNumber): readonly Issue[] {
  const bank = rule.bankOf?.(value)
  if (bank === undefined) return []
  const detail = `By its first digits: ${bank.name}`
  return [issueOn(field, 'bank_recognised', { label: rule.label, bank: bank.name }, detail)]
}

function severalRules(field: string, candidates: readonly ConditionalNumber[]): FieldReading {
  const labels = candidates.map(({ label }) => label)
  const shapes = candidates.map(({ shape }) => describeShape(shape))
  const listed = labels.map((label, place) => `${label}: ${shapes[place]}`)
  const detail = `This number fits none of what can stand here. ${listed.join('; ')}.`
  return refused(field, 'wrong_number', { labels, shapes }, detail)
}
