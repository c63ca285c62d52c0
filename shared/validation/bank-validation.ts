import type { Issue } from '#shared/api/issue.ts'
import type { BankValidation } from '#shared/api/validation.ts'
import { isCountryCode, methodFor, ruleBook } from '#shared/countries/rule-book.ts'
import { fieldLabel } from '#shared/payout/field-label.ts'
import { cleanNumber, readNumber } from '#shared/payout/read-number.ts'
import { kindOfValidationType, payoutTypeOf } from '#shared/rule-book/account-type-codes.ts'
import { clean, numberSteps } from '#shared/rule-book/cleaning.ts'
import {
  type BankRule,
  type BankValidationRule,
  type ConditionalNumber,
  type Country,
  countryName,
  type FieldValues,
} from '#shared/rule-book/country.ts'
import { hasShape } from '#shared/rule-book/shape.ts'
import { type BodyReader, bodyReader, readCountry, readDocument, type ValidationReading } from './read-body.ts'

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

interface ValidatedCountry {
  readonly country: Country
  readonly rule: BankValidationRule
}

function countryWithValidation(code: string | undefined): ValidatedCountry | undefined {
  if (!isCountryCode(code)) return undefined
  const country = ruleBook[code]
  return country.bankValidation && { country, rule: country.bankValidation }
}

interface BankAccount {
  bankName?: string
  accountAgencyNumber?: string
  accountTypeCode?: string
  accountNumber?: string
}

/** Reads the fields of a bank account. Interface, part B, "Bank account fields by country". */
function readBankAccount(reader: BodyReader, found: ValidatedCountry | undefined): BankAccount {
  const typed = reader.text('accountNumber', fieldLabel('accountNumber'))
  if (found === undefined) return {}
  const bankName = readBankName(reader, found, typed !== undefined && namesItsBank(found.country, typed))
  const accountAgencyNumber = readAgency(reader, found, bankName)
  const accountTypeCode = readAccountType(reader, found, bankName)
  const accountNumber = typed && readAccountNumber(reader, typed, found, { bankName, accountTypeCode })
  return {
    ...(bankName && { bankName }),
    ...(accountAgencyNumber && { accountAgencyNumber }),
    ...(accountTypeCode && { accountTypeCode }),
    ...(accountNumber && { accountNumber }),
  }
}

/** Peru: a CCI. */
function namesItsBank({ methods }: Country, typed: string): boolean {
  const numbers = methods.flatMap((method) => (method.namesItsBank ? numbersOf(method.fields.accountNumber) : []))
  return numbers.some((number) => hasShape(number.shape, cleanNumber(typed, number).value))
}

function readBankName(reader: BodyReader, { country, rule }: ValidatedCountry, isNamed: boolean): string | undefined {
  if (rule.bank === undefined) return notUsed(reader, 'bankName', country)
  const bankName = reader.text('bankName', isNamed ? undefined : fieldLabel('bankName'))
  if (bankName === undefined || banksOf(country.methods.map(({ fields }) => fields.bankName)).includes(bankName))
    return bankName
  reader.refuse('bankName', 'unknown_bank', { given: bankName, country: countryName(country) })
  return bankName
}

function readAgency(
  reader: BodyReader,
  { country, rule }: ValidatedCountry,
  bankName: string | undefined,
): string | undefined {
  if (rule.bank === undefined) return notUsed(reader, 'accountAgencyNumber', country)
  const isRequired = rule.bank === 'required' || bankName !== undefined
  return reader.text('accountAgencyNumber', isRequired ? fieldLabel('accountAgencyNumber') : undefined)
}

function readAccountType(
  reader: BodyReader,
  { country, rule }: ValidatedCountry,
  bankName: string | undefined,
): string | undefined {
  if (rule.accountTypes === undefined) return notUsed(reader, 'accountTypeCode', country)
  const isOptional = bankName !== undefined && rule.noAccountTypeFor?.includes(bankName)
  const code = reader.text('accountTypeCode', isOptional ? undefined : accountType)
  if (code === undefined || kindOfValidationType(rule, code) !== undefined) return code
  const allowed = Object.values(rule.accountTypes)
  reader.refuse('accountTypeCode', 'unknown_account_type', { given: code, allowed, service: 'bank' })
  return undefined
}

/**
 * The payout's own number rules, under the account type's payout code. Their lengths are documented for payouts alone, so here they warn:
 * of Peru's bank 0004 a payout has ten digits, its agency and its account, and a validation has the two apart.
 */
function readAccountNumber(
  reader: BodyReader,
  typed: string,
  { country, rule }: ValidatedCountry,
  { bankName, accountTypeCode }: { bankName: string | undefined; accountTypeCode: string | undefined },
): string {
  const kind = accountTypeCode === undefined ? undefined : kindOfValidationType(rule, accountTypeCode)
  const payoutAccountTypeCode = kind && payoutTypeOf(country, kind)
  const given: FieldValues = {
    accountNumber: clean(typed, numberSteps()).value,
    ...(bankName && { bankName }),
    ...(payoutAccountTypeCode && { payoutAccountTypeCode }),
  }
  const method = methodFor(country, given, undefined)
  const reading = readNumber('accountNumber', typed, numbersOf(method.fields.accountNumber), { country, given })
  const isLength = ({ code }: Issue) => code === 'wrong_length' || code === 'wrong_number'
  const bare = clean(typed, numberSteps()).value
  const mayBeSent = /^[0-9]+$/.test(bare) && reading.errors.every(isLength)
  ;(mayBeSent ? reader.warnings : reader.errors).push(...reading.errors)
  return typeof reading.value === 'string' ? reading.value : bare
}

function numbersOf(
  use: { use: string; rule?: readonly ConditionalNumber[] } | undefined,
): readonly ConditionalNumber[] {
  return use?.rule ?? []
}

function banksOf(uses: readonly ({ use: string; rule?: BankRule } | undefined)[]): readonly string[] {
  return uses.flatMap((use) => use?.rule?.banks ?? []).map(({ code }) => code)
}

/** What the payout calls the same thing. */
const accountType = fieldLabel('payoutAccountTypeCode')

function notUsed(
  reader: BodyReader,
  field: 'bankName' | 'accountAgencyNumber' | 'accountTypeCode',
  country: Country,
): undefined {
  if (reader.text(field) === undefined) return undefined
  const label = field === 'accountTypeCode' ? accountType : fieldLabel(field)
  reader.refuse(field, 'not_applicable', { label, country: countryName(country), service: 'bank' })
  return undefined
}
