import { type Issue, type IssueContent, issueContent, issueOn } from '#shared/api/issue.ts'
import type { BankValidation, IdentityValidation } from '#shared/api/validation.ts'
import { asMessage } from '#shared/language/message.ts'
import type { RawEntry } from '#shared/payout/entry.ts'
import { fieldLabel, fieldLabelIn, onlyName } from '#shared/payout/field-label.ts'
import { fieldUses } from '#shared/payout/field-uses.ts'
import { givenIn, settled } from '#shared/payout/field-values.ts'
import { cleanNumber } from '#shared/payout/read-number.ts'
import { isBlank, isTooLong } from '#shared/payout/typed-value.ts'
import { kindOfPayoutType, validationTypeOf } from '#shared/rule-book/account-type-codes.ts'
import {
  type AccountKind,
  type Country,
  countryName,
  type DocumentRule,
  type Method,
  type ValidationDocument,
  type ValidationOnlyCountry,
} from '#shared/rule-book/country.ts'
import { readBankValidation } from './bank-validation.ts'
import { readIdentityValidation } from './identity-validation.ts'
import { documentRule, type ValidationReading } from './read-body.ts'

/** Whether a beneficiary can be checked: not at all and why, not yet and what is missing, or with which request. */
export type ValidationOffer<Request> =
  | { readonly state: 'not-offered'; readonly why: IssueContent }
  | { readonly state: 'incomplete'; readonly errors: readonly Issue[] }
  | { readonly state: 'ready'; readonly request: Request; readonly warnings: readonly Issue[] }

/** What the bank validation wants to know and the payout does not; asked by {@link bankValidationQuestions}. */
export interface ValidationExtras {
  /** Mexico: the RFC. Argentina: the CUIT, checked in place of the DNI when it is given. */
  readonly validationDocumentNumber?: string
  readonly validationAgency?: string
  /** Colombia: an account that the payout has no type for, a mobile wallet. */
  readonly accountKind?: AccountKind
}

/** The identity check of an entry's beneficiary. Interface, part B, "Document type codes, identity validation". */
export function offerIdentityValidation(country: Country, entry: RawEntry): ValidationOffer<IdentityValidation> {
  if (country.identityValidation === undefined) return notServed(country, 'identity')
  const { documents } = country.identityValidation
  const own = ownDocument(country, entry)
  const document = documents.find(({ kind }) => kind === own?.kind)
  if (own !== undefined && document === undefined) return otherDocument(own, documents, country, 'identity')
  return offered(
    country,
    entry,
    readIdentityValidation({ ...customer(country, entry), documentType: document?.code, ...testMode(entry) }),
  )
}

/**
 * The bank check of an entry's account; `method` is the one by which the entry is sent. Interface, part B, "Document type
 * codes, bank validation".
 */
export function offerBankValidation(
  country: Country,
  entry: RawEntry,
  method: Method,
  extras: ValidationExtras = {},
): ValidationOffer<BankValidation> {
  const rule = country.bankValidation
  if (rule === undefined) return notServed(country, 'bank')
  if (method.fields.accountNumber?.use !== 'asked')
    return {
      state: 'not-offered',
      why: issueContent('no_account', {}),
    }
  const own = ownDocument(country, entry)
  const { validationDocumentNumber = '' } = extras
  const asked = rule.documents.find((document) => document.asked !== undefined)
  const usable = rule.documents.find((document) => document.asked === undefined && document.kind === own?.kind)
  const usesAsked = asked !== undefined && (validationDocumentNumber.trim() !== '' || !rule.documents.some(isOwn))
  if (own !== undefined && usable === undefined && !usesAsked)
    return otherDocument(own, rule.documents, country, 'bank')
  const document = usesAsked
    ? { documentType: asked.code, documentNumber: validationDocumentNumber }
    : { documentType: usable?.code }
  const account = accountOf(country, entry, method, extras)
  const body = { ...customer(country, entry), ...document, ...account, ...testMode(entry) }
  return withoutBank(offered(country, entry, readBankValidation(body)), method)
}

/** Before a CCI is typed it is not known to be one, but the method CCI never asks for a bank. */
function withoutBank(
  offer: ValidationOffer<BankValidation>,
  { namesItsBank }: Method,
): ValidationOffer<BankValidation> {
  if (!namesItsBank || offer.state !== 'incomplete') return offer
  return { state: 'incomplete', errors: offer.errors.filter(({ field }) => field !== 'bankName') }
}

function isOwn(document: ValidationDocument): boolean {
  return document.asked === undefined
}

function customer(country: Country, entry: RawEntry) {
  return {
    country: country.code,
    firstName: entry.beneficiaryFirstName,
    lastName: entry.beneficiaryLastName,
    documentNumber: documentNumber(country, entry),
  }
}

/** The number as the payout cleans it: a Peruvian DNI loses what follows the dash here too. */
function documentNumber(country: Country, entry: RawEntry): unknown {
  const own = ownDocument(country, entry)
  const typed = entry.documentNumber
  return own === undefined || typeof typed !== 'string' || isTooLong(typed) ? typed : cleanNumber(typed, own).value
}

function accountOf(country: Country, entry: RawEntry, method: Method, extras: ValidationExtras) {
  const rule = country.bankValidation
  const { accountNumber } = entry
  if (rule?.bank === undefined || method.namesItsBank) return { accountNumber }
  const given = settled(givenIn(entry, country), fieldUses(country, method), country)
  const { bankName, payoutAccountTypeCode } = given
  const isExempt = bankName !== undefined && rule.noAccountTypeFor?.includes(bankName)
  const kind = extras.accountKind ?? (payoutAccountTypeCode && kindOfPayoutType(country, payoutAccountTypeCode))
  const accountTypeCode = kind && validationTypeOf(rule, kind)
  return {
    accountNumber,
    bankName,
    accountAgencyNumber: extras.validationAgency,
    ...(rule.accountTypes && !isExempt && { accountTypeCode }),
  }
}

function ownDocument(country: Country, entry: RawEntry): DocumentRule | undefined {
  const { documentType } = givenIn(entry, country)
  return country.documents.find(({ code }) => code === documentType)
}

function testMode(entry: RawEntry): { testMode?: true } {
  return entry.testMode === true ? { testMode: true } : {}
}

function notServed(country: Country, service: 'identity' | 'bank'): ValidationOffer<never> {
  return { state: 'not-offered', why: whyNotServed(country, service) }
}

/** Why a country is not validated at all. Interface, part B, "Supported countries". */
export function whyNotServed(country: Country | ValidationOnlyCountry, service: 'identity' | 'bank'): IssueContent {
  return issueContent('COUNTRY_NOT_SUPPORTED', { service, country: countryName(country) })
}

function otherDocument(
  { label }: DocumentRule,
  taken: readonly ValidationDocument[],
  country: Country,
  service: string,
): ValidationOffer<never> {
  const documents = taken.flatMap((document) => {
    const rule = documentRule(document, country)
    return rule === undefined ? [] : [asMessage(rule.label)]
  })
  return {
    state: 'not-offered',
    why: issueContent('document_not_supported', { service, label: asMessage(label), documents }),
  }
}

/** A person has a last name, which a form asks for before it asks the provider. */
function offered<Request>(
  country: Country,
  entry: RawEntry,
  reading: ValidationReading<Request>,
): ValidationOffer<Request> {
  const lacking = lacksLastName(country, entry) ? [lastNameMissing] : []
  if (!reading.ok) {
    // As the form asks for them: the last name after the first.
    const label = fieldLabelIn(country, 'beneficiaryFirstName', undefined, givenIn(entry, country))
    const ofFirstName = reading.errors
      .filter(({ field }) => field === 'firstName')
      .map((error) => ({ ...error, params: { ...error.params, label } }))
    const others = reading.errors.filter(({ field }) => field !== 'firstName')
    return { state: 'incomplete', errors: [...ofFirstName, ...lacking, ...others] }
  }
  if (lacking.length > 0) return { state: 'incomplete', errors: lacking }
  return { state: 'ready', request: reading.value, warnings: reading.warnings }
}

function lacksLastName(country: Country, entry: RawEntry): boolean {
  return isBlank(entry.beneficiaryLastName) && onlyName(country, givenIn(entry, country)) === undefined
}

const lastNameMissing = issueOn('lastName', 'missing', {
  label: fieldLabel('beneficiaryLastName'),
  act: 'enter',
})
