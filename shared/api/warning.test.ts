import { expect, test } from 'vitest'
import { numberStandards } from './number-standards.ts'
import { reasons } from './reasons.ts'
import { validationIssue } from './validation-issue.ts'
import { gradeOf } from './warning.ts'
import { type Grade, grades, warningTable } from './warning-codes.ts'

/** Interface, "Errors · Validation". */
const ofReasons: Readonly<Record<Grade, readonly string[]>> = {
  compliance: ['CUSTOMER_IS_IN_INTERNATIONAL_LISTS', 'CUSTOMER_IS_PEP', 'CUSTOMER_IS_PEP_RELATED'],
  serious: [
    'ACCOUNT_INVALID',
    'ACCOUNT_INVALID_FORMAT',
    'ACCOUNT_NAME_MISMATCH',
    'ACCOUNT_PERSONAL_ID_MISMATCH',
    'CUSTOMER_INVALID_AGE',
    'CUSTOMER_INVALID_ID',
    'CUSTOMER_INVALID_STATUS',
    'CUSTOMER_NOT_ALIVE',
    'CUSTOMER_SUSPENDED',
  ],
  minor: [
    'BANK_NOT_SUPPORTED',
    'COUNTRY_NOT_SUPPORTED',
    'MISSING_REQUIRED_FIELD',
    'PROVIDER_AUTH_ERROR',
    'PROVIDER_CONNECTION_ERROR',
    'PROVIDER_METHOD_UNAVAILABLE',
  ],
}

function gradeOfAnswer(service: 'identity' | 'bank', outcome: string, reason: string | null): Grade {
  return gradeOf(validationIssue({ service, outcome, reason, correlationId: 'c' }))
}

test('Every reason of the interface has a grade of its own', () => {
  const withGrade = (grade: Grade) =>
    reasons.filter(({ service, status, code }) => gradeOfAnswer(service, status, code) === grade)
  for (const grade of grades)
    expect(
      withGrade(grade)
        .map(({ code }) => code)
        .toSorted(),
    ).toEqual(ofReasons[grade])
})

test('A reason that the interface does not list is serious, and no result without one is minor', () => {
  expect(gradeOfAnswer('identity', 'OK', 'CUSTOMER_ON_ANOTHER_LIST')).toBe('serious')
  expect(gradeOfAnswer('bank', 'NOK', null)).toBe('serious')
  expect(gradeOfAnswer('identity', 'NOT_VALIDATED', null)).toBe('minor')
})

test('Check digits that fail are serious in a number that says where money goes, and minor in a document', () => {
  const gradesOf = (params: object) => gradeOf({ code: 'check_digit', params: { ...params } })
  const serious = numberStandards.filter((standard) => gradesOf({ standard }) === 'serious')
  expect(serious).toEqual(['cbu', 'cci', 'clabe', 'luhn'])
  expect(gradesOf({ standard: 'cpf' })).toBe('minor')
  expect(gradesOf({ standard: 'cpf', readAs: 'pix-key' })).toBe('serious')
})

test('A risk of paying another person, or twice, is serious, and so is a warning that only a newer server knows', () => {
  const codes = [...Object.keys(warningTable), 'of_a_newer_server'].filter((code) => code !== 'validation_outcome')
  expect(codes.filter((code) => gradeOf({ code, params: {} }) === 'serious').toSorted()).toEqual([
    'account_other_document',
    'amount_above_limit',
    'amount_above_usual',
    'amount_looks_grouped',
    'bank_differs',
    'beneficiary_archived',
    'beneficiary_frozen',
    'details_changed',
    'details_once',
    'document_other_account',
    'duplicate_payout',
    'first_unvalidated',
    'foreign_letter',
    'huge_amount',
    'no_account_named',
    'not_called_back',
    'notification_host',
    'of_a_newer_server',
    'pix_key_of_another',
    'pix_phone_length',
    'replaces_another',
  ])
})
