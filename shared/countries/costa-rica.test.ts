import { expect, it } from 'vitest'
import { bankErrorsOf, errorsOf, identityErrorsOf } from '#shared/testing/preview-in-tests.ts'
import { readIdentityValidation } from '#shared/validation/identity-validation.ts'

const customer = {
  country: 'CR',
  firstName: 'Sofía',
  lastName: 'Vargas',
  documentType: 'CI',
  documentNumber: '1-1234-0567',
}

it('Costa Rica identity: takes the document type CI, named or not, and cleans the number', () => {
  const reading = readIdentityValidation(customer)
  expect(reading.ok && reading.value).toEqual({ ...customer, documentNumber: '112340567' })
  expect(identityErrorsOf({ ...customer, documentType: undefined })).toEqual([])
})

it('Costa Rica identity: refuses another document type, and letters in the number', () => {
  expect(identityErrorsOf({ ...customer, documentType: 'DNI' })).toEqual(['documentType unknown_document_type'])
  expect(identityErrorsOf({ ...customer, documentNumber: '1-1234-O567' })).toEqual(['documentNumber wrong_character'])
  expect(identityErrorsOf({ ...customer, documentNumber: '--' })).toEqual(['documentNumber wrong_length'])
})

it('Costa Rica bank: is not served', () => {
  expect(bankErrorsOf({ ...customer, accountNumber: '1' })).toEqual(['country COUNTRY_NOT_SUPPORTED'])
})

it('Costa Rica cannot be paid', () => {
  expect(errorsOf({ country: 'CR', beneficiaryFirstName: 'Sofía', beneficiaryLastName: 'Vargas', amount: 1 })).toEqual([
    'country unknown_country',
  ])
})
