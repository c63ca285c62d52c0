import type { IdentityValidation } from '#shared/api/validation.ts'
import { isCountryCode, ruleBook, validationOnlyCountries } from '#shared/countries/rule-book.ts'
import { fieldLabel } from '#shared/payout/field-label.ts'
import type { IdentityValidationRule } from '#shared/rule-book/country.ts'
import { bodyReader, readCountry, readDocument, type ValidationReading } from './read-body.ts'

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

/** Reads a body of POST /api/identity-validations; all errors at once. Interface, part B. */
export function readIdentityValidation(body: unknown): ValidationReading<IdentityValidation> {
  const reader = bodyReader(body, identityFields)
  const country = readCountry(reader, identityCountries, 'identity')
  const firstName = reader.text('firstName', fieldLabel('beneficiaryFirstName'))
  // A company has a single name; that its last name is left out is an assumption, listed among those of server/provider/wire-names.ts.
  const lastName = reader.text('lastName')
  const document = readDocument(
    reader,
    country ? (ruleOf(country)?.documents ?? []) : [],
    payoutCountry(country),
    false,
  )
  const testMode = reader.flag('testMode')
  const beneficiaryId = reader.text('beneficiaryId')
  if (reader.errors.length > 0 || !country || !firstName || !document.documentNumber)
    return { ok: false, errors: reader.errors }
  const { documentType, documentNumber } = document
  const optional = {
    ...(documentType && { documentType }),
    ...(testMode !== undefined && { testMode }),
    ...(beneficiaryId && { beneficiaryId }),
  }
  return {
    ok: true,
    value: { country, firstName, ...(lastName && { lastName }), documentNumber, ...optional },
    warnings: reader.warnings,
  }
}

/** The countries that identity validation serves. Interface, part B, "Supported countries". */
export const identityCountries: readonly string[] = [...Object.values(ruleBook), ...validationOnlyCountries]
  .filter(({ identityValidation }) => identityValidation !== undefined)
  .map(({ code }) => code)
  .toSorted()

function ruleOf(code: string): IdentityValidationRule | undefined {
  return (
    payoutCountry(code)?.identityValidation ??
    validationOnlyCountries.find((country) => country.code === code)?.identityValidation
  )
}

function payoutCountry(code: string | undefined) {
  return isCountryCode(code) ? ruleBook[code] : undefined
}
