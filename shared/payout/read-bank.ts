import { type Issue, issueOn } from '#shared/api/issue.ts'
import { cleanBankCode, isBankCode } from '#shared/rule-book/bank-code.ts'
import type { BankRule } from '#shared/rule-book/country.ts'
import { describeShape } from '#shared/rule-book/shape.ts'
import { type FieldReading, refused, sent } from './field-reading.ts'

/** Reads a bank code. Interface, part C: the list of the country; in Brazil every national code of three digits. */
export function readBank(field: string, typed: string, rule: BankRule): FieldReading {
  const { value, notes } = cleanBankCode(typed, [rule])
  if (!isBankCode(value, rule)) return unknownBank(field, value, rule)
  const isKnown = rule.banks.some(({ code }) => code === value) || rule.nationalCodes?.known.has(value)
  return sent(field, value, notes, {
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
    return refused(field, 'unknown_bank', { ...params, expected })
  }
  const allowed = banks.map(({ code }) => code)
  return refused(field, 'unknown_bank', { ...params, allowed })
}
