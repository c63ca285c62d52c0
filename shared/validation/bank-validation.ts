import type { BankValidation } from '#shared/api/validation.ts'
import { isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import { fieldLabel } from '#shared/payout/field-label.ts'
import type { BankValidationRule, Country } from '#shared/rule-book/country.ts'
import { readBankAccount } from './bank-account.ts'
import { bankFields } from './body-fields.ts'
import { bodyReader, readCountry, type ValidationReading } from './read-body.ts'
import { readDocument } from './validation-document.ts'

/** Reads a body of POST /api/bank-validations; all errors at once. Interface, part B, "Bank account fields by country". */
export function readBankValidation(body: unknown): ValidationReading<BankValidation> {
  const reader = bodyReader(body, bankFields)
  const found = countryWithValidation(readCountry(reader, bankCountries, 'bank'))
  const firstName = reader.text('firstName', fieldLabel('beneficiaryFirstName'))
  // A company has a single name; that its last name is left out is an assumption, listed among those of server/provider/wire-names.ts.
  const lastName = reader.text('lastName')
  const document = readDocument(reader, found?.rule.documents ?? [], found?.country, true)
  const account = readBankAccount(reader, found)
  const testMode = reader.flag('testMode')
  const beneficiaryId = reader.text('beneficiaryId')
  const { documentType, documentNumber } = document
  const { accountNumber, ...rest } = account
  if (reader.errors.length > 0 || !found || !firstName || !documentType || !documentNumber || !accountNumber)
    return { ok: false, errors: reader.errors }
  const optional = { ...rest, ...(testMode !== undefined && { testMode }), ...(beneficiaryId && { beneficiaryId }) }
  const customer = { firstName, ...(lastName && { lastName }), documentType, documentNumber }
  return {
    ok: true,
    value: { country: found.country.code, ...customer, accountNumber, ...optional },
    warnings: reader.warnings,
  }
}

/** The countries that bank validation serves. Interface, part B, "Supported countries". */
export const bankCountries: readonly string[] = Object.values(ruleBook)
  .filter(({ bankValidation }) => bankValidation !== undefined)
  .map(({ code }) => code)
  .toSorted()

export interface ValidatedCountry {
  readonly country: Country
  readonly rule: BankValidationRule
}

function countryWithValidation(code: string | undefined): ValidatedCountry | undefined {
  if (!isCountryCode(code)) return undefined
  const country = ruleBook[code]
  return country.bankValidation && { country, rule: country.bankValidation }
}
