import type { ParamsOf, WarningCode } from './issue-codes.ts'

/**
 * What each warning is about: the params that its key is made of, in this order. None of them is a word for a person, so that a new wording
 * un-confirms nothing.
 */
export const namingParams = {
  amount_looks_grouped: ['value'],
  too_many_decimals: ['currency', 'value'],
  check_digit: ['standard', 'value'],
  bank_differs: ['value', 'bank', 'prefix', 'given'],
  leading_zero_lost: ['value'],
  long_agency: ['value'],
  bank_not_listed: ['value'],
  no_account_named: [],
  long_name: ['value', 'max'],
  same_beneficiary: ['beneficiaryId'],
  document_other_account: ['beneficiaryId'],
  account_other_document: ['beneficiaryId'],
  document_already_saved: ['beneficiaryId'],
  bank_changed: ['beneficiaryId', 'lastPayoutAt', 'account'],
  beneficiary_archived: ['beneficiaryId'],
  validation_outcome: ['correlationId', 'outcome', 'reason'],
  duplicate_payout: ['payoutId'],
} as const satisfies NamingParams

type NamingParams = { readonly [Code in WarningCode]: readonly (keyof ParamsOf<Code>)[] }
