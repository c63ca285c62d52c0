import { describe, expect, it } from 'vitest'
import { isPlainMatch, validationIssue } from './validation-issue.ts'

function issue(outcome: string, reason: string | null) {
  return validationIssue({ service: 'bank', outcome, reason, correlationId: 'c' })
}

describe('What a check raises against a payout', () => {
  it('is nothing for a plain match alone', () => {
    expect(isPlainMatch({ outcome: 'OK', reason: null })).toBe(true)
    expect(isPlainMatch({ outcome: 'OK', reason: 'CUSTOMER_IS_PEP' })).toBe(false)
    expect(isPlainMatch({ outcome: 'NOT_VALIDATED', reason: null })).toBe(false)
  })

  it('says whether it did not match, could not be made, or came to nothing', () => {
    expect(issue('NOK', 'ACCOUNT_NAME_MISMATCH').detail).toMatch(/^The bank check does not match\. The account is held/)
    expect(issue('NOK', 'BANK_NOT_SUPPORTED').detail).toMatch(/^The bank check could not be made\. The provider cannot/)
    expect(issue('NOT_VALIDATED', null).detail).toMatch(/^The bank check came to no result/)
    expect(issue('OK', 'SOMETHING_NEW').detail).toMatch(/matches with a remark\. The provider says: SOMETHING_NEW\.$/)
  })

  it('carries all that it is worded from, and no reason where none was given', () => {
    expect(issue('NOK', 'BANK_NOT_SUPPORTED').params).toEqual({
      correlationId: 'c',
      service: 'bank',
      outcome: 'NOK',
      reason: 'BANK_NOT_SUPPORTED',
    })
    expect(issue('NOT_VALIDATED', null).params).not.toHaveProperty('reason')
  })
})
