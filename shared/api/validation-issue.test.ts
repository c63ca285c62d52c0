import { expect, it } from 'vitest'
import { english } from '#shared/language/english.ts'
import { translateIssue } from './issue-message.ts'
import { isPlainMatch, validationIssue } from './validation-issue.ts'

function issue(outcome: string, reason: string | null) {
  return validationIssue({ service: 'bank', outcome, reason, correlationId: 'c' })
}

it('What a check raises against a payout is nothing for a plain match alone', () => {
  expect(isPlainMatch({ outcome: 'OK', reason: null })).toBe(true)
  expect(isPlainMatch({ outcome: 'OK', reason: 'CUSTOMER_IS_PEP' })).toBe(false)
  expect(isPlainMatch({ outcome: 'NOT_VALIDATED', reason: null })).toBe(false)
})

it('The warning of a validation differs for data that did not match, could not be compared, or was not validated', () => {
  const detail = (...given: Parameters<typeof issue>) => translateIssue(english, issue(...given))
  expect(detail('NOK', 'ACCOUNT_NAME_MISMATCH')).toMatch(/^The bank account does not match\. The account is held/)
  expect(detail('NOK', 'BANK_NOT_SUPPORTED')).toMatch(/^The bank account could not be validated\. The provider cannot/)
  expect(detail('NOT_VALIDATED', null)).toMatch(/^The bank account validation gave no result/)
  expect(detail('OK', 'SOMETHING_NEW')).toMatch(/matches, with a note\. The provider says: SOMETHING_NEW\.$/)
})

it('What a check raises against a payout carries all that it is translated from, and no reason where none was given', () => {
  expect(issue('NOK', 'BANK_NOT_SUPPORTED').params).toEqual({
    correlationId: 'c',
    service: 'bank',
    outcome: 'NOK',
    reason: 'BANK_NOT_SUPPORTED',
  })
  expect(issue('NOT_VALIDATED', null).params).not.toHaveProperty('reason')
})
