import { type Issue, issueOn } from '#shared/api/issue.ts'
import { asMessage, type Message, type MessageId } from '#shared/language/message.ts'
import { cleanBankCode, isBankCode } from '#shared/rule-book/bank-code.ts'
import { bareCodeSteps, type CleanedText, clean, upperCodeSteps } from '#shared/rule-book/cleaning.ts'
import type { BankRule } from '#shared/rule-book/country.ts'
import { describeShape } from '#shared/rule-book/shape.ts'
import { fieldLabel } from './field-label.ts'
import { type FieldReading, invalidField, sentField } from './field-reading.ts'
import type { FieldRule } from './field-uses.ts'

/** Reads a code of a closed list: document type, account type, currency, beneficiary type. */
export function readCode(field: string, typed: string, rule: Extract<FieldRule, { kind: 'code' }>): FieldReading {
  const { value, notes } = field === 'currencyCode' ? upperCode(typed) : clean(typed, bareCodeSteps)
  if (rule.choices.some((choice) => choice.code === value)) return sentField(field, value, notes)
  const allowed = rule.choices.map(({ code }) => code)
  const choices = rule.choices.flatMap(({ code, label }) => (label === undefined ? [] : [choiceOf(code, label)]))
  const offered = choices.length === 0 ? {} : { choices }
  return invalidField(field, rule.error, { given: value, allowed, ...offered, label: fieldLabel(field) })
}

/** A code with its label: "0001 (Savings)". */
function choiceOf(code: string, label: MessageId | Message): Message {
  return { id: 'issue.choice', params: { code, label: asMessage(label) } }
}

/** A code of capitals: country, currency. */
export function upperCode(typed: string): CleanedText {
  return clean(typed, upperCodeSteps)
}

/** Reads a bank code. Interface, part C: the list of the country; in Brazil every national code of three digits. */
export function readBank(field: string, typed: string, rule: BankRule): FieldReading {
  const { value, notes } = cleanBankCode(typed, [rule])
  if (!isBankCode(value, rule)) return unknownBank(field, value, rule)
  const isKnown = rule.banks.some(({ code }) => code === value) || rule.nationalCodes?.known.has(value)
  return sentField(field, value, notes, {
    warnings: isKnown ? [] : [notListed(field, value)],
    notices: rule.apiOnly?.includes(value) ? [apiOnly(field, value)] : [],
  })
}

function notListed(field: string, value: string): Issue {
  return issueOn(field, 'bank_not_listed', { value })
}

function apiOnly(field: string, value: string): Issue {
  return issueOn(field, 'api_only_bank', { value })
}

function unknownBank(field: string, given: string, { banks, nationalCodes }: BankRule): FieldReading {
  const bare = given.replace(/^0+/, '')
  const close = banks.find(({ code }) => code.replace(/^0+/, '') === bare)?.code
  const params = { given, ...(close && { close }) }
  if (nationalCodes !== undefined) {
    const expected = describeShape(nationalCodes.shape)
    return invalidField(field, 'unknown_bank', { ...params, expected })
  }
  const allowed = banks.map(({ code }) => code)
  return invalidField(field, 'unknown_bank', { ...params, allowed })
}
