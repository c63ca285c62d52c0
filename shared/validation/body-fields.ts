import type { BankValidation, IdentityValidation } from '#shared/api/validation.ts'

/** The fields of a body of POST /api/identity-validations. */
export const identityFields = [
  'country',
  'firstName',
  'lastName',
  'documentType',
  'documentNumber',
  'testMode',
  'beneficiaryId',
] as const satisfies readonly (keyof IdentityValidation)[]

/** The fields of a body of POST /api/bank-validations. */
export const bankFields = [
  'country',
  'firstName',
  'lastName',
  'documentType',
  'documentNumber',
  'bankName',
  'accountAgencyNumber',
  'accountTypeCode',
  'accountNumber',
  'testMode',
  'beneficiaryId',
] as const satisfies readonly (keyof BankValidation)[]
