import type { Fault } from '#shared/api/fault.ts'
import type { BankValidation, IdentityValidation } from '#shared/api/validation.ts'
import { inSentence } from '#shared/payout/field-label.ts'
import { entryOf, type FormValues, givenOf, sentMethod } from '#shared/payout/form-values.ts'
import { cleanNumber } from '#shared/payout/read-number.ts'
import type { CheckDocument, Country, DocumentRule } from '#shared/rule-book/country.ts'
import { kindOfPayoutType, validationTypeOf } from './account-type-codes.ts'
import { readBankValidation } from './bank-validation.ts'
import { documentRule } from './check-document.ts'
import { readIdentityValidation } from './identity-validation.ts'

/** Whether a beneficiary can be checked: not at all and why, not yet and what is missing, or with which request. */
export type CheckOffer<Request> =
  | { readonly state: 'not-offered'; readonly code: string; readonly why: string }
  | { readonly state: 'incomplete'; readonly faults: readonly Fault[] }
  | { readonly state: 'ready'; readonly request: Request }

/** The identity check of what stands in the form. Interface, part B, "Document type codes, identity validation". */
export function identityCheckOffer(country: Country, values: FormValues): CheckOffer<IdentityValidation> {
  if (country.identityCheck === undefined) return notServed(country, 'identity')
  const { documents } = country.identityCheck
  const own = ownDocument(country, values)
  const document = documents.find(({ kind }) => kind === own?.kind)
  if (own !== undefined && document === undefined) return otherDocument(own, documents, country, 'identity')
  return offered(
    readIdentityValidation({ ...customer(country, values), documentType: document?.code, ...test(values) }),
  )
}

/** The bank check of what stands in the form. Interface, part B, "Document type codes, bank validation". */
export function bankCheckOffer(country: Country, values: FormValues): CheckOffer<BankValidation> {
  const rule = country.bankCheck
  if (rule === undefined) return notServed(country, 'bank')
  if (sentMethod(country, values).fields.accountNumber?.use !== 'asked')
    return {
      state: 'not-offered',
      code: 'no_account',
      why: 'This payout names no bank account, so there is none to check.',
    }
  const own = ownDocument(country, values)
  const asked = rule.documents.find((document) => document.asked !== undefined)
  const usable = rule.documents.find((document) => document.asked === undefined && document.kind === own?.kind)
  const usesAsked = asked !== undefined && (values.checkDocumentNumber.trim() !== '' || !rule.documents.some(isOwn))
  if (own !== undefined && usable === undefined && !usesAsked)
    return otherDocument(own, rule.documents, country, 'bank')
  const document = usesAsked
    ? { documentType: asked.code, documentNumber: values.checkDocumentNumber }
    : { documentType: usable?.code }
  const body = { ...customer(country, values), ...document, ...account(country, values), ...test(values) }
  return withoutBankOfCci(offered(readBankValidation(body)), sentMethod(country, values).id === 'cci')
}

/** Before the CCI is typed it is not known to be one, but nobody who chose that method is asked for a bank. */
function withoutBankOfCci(offer: CheckOffer<BankValidation>, isCci: boolean): CheckOffer<BankValidation> {
  if (!isCci || offer.state !== 'incomplete') return offer
  return { state: 'incomplete', faults: offer.faults.filter(({ field }) => field !== 'bankName') }
}

function isOwn(document: CheckDocument): boolean {
  return document.asked === undefined
}

function customer(country: Country, values: FormValues) {
  return {
    country: country.code,
    firstName: values.beneficiaryFirstName,
    lastName: values.beneficiaryLastName,
    documentNumber: documentNumber(country, values),
  }
}

/** The number as the payout cleans it: a Peruvian DNI loses what follows the dash here too. */
function documentNumber(country: Country, values: FormValues): string {
  const own = ownDocument(country, values)
  return own === undefined ? values.documentNumber : cleanNumber(values.documentNumber, own).value
}

function account(country: Country, values: FormValues) {
  const rule = country.bankCheck
  const { bankName, payoutAccountTypeCode } = givenOf(country, values)
  const { accountNumber } = entryOf(country, values).entry
  if (rule?.bank === undefined) return { accountNumber }
  if (sentMethod(country, values).id === 'cci') return { accountNumber }
  const isExempt = bankName !== undefined && rule.noAccountTypeFor?.includes(bankName)
  const kind = payoutAccountTypeCode && kindOfPayoutType(country, payoutAccountTypeCode)
  const chosen = values.checkAccountKind === 'wallet' ? 'wallet' : kind
  const accountTypeCode = chosen && validationTypeOf(rule, chosen)
  return {
    accountNumber,
    bankName,
    accountAgencyNumber: values.checkAgency,
    ...(rule.accountTypes && !isExempt && { accountTypeCode }),
  }
}

function ownDocument(country: Country, { documentType }: FormValues): DocumentRule | undefined {
  return country.documents.find(({ code }) => code === documentType)
}

function test({ testMode }: FormValues): { testMode?: true } {
  return testMode ? { testMode: true } : {}
}

function notServed(country: Country, check: string): CheckOffer<never> {
  const why = `The provider has no ${check} check for ${country.name}.`
  return { state: 'not-offered', code: 'COUNTRY_NOT_SUPPORTED', why }
}

function otherDocument(
  own: DocumentRule,
  documents: readonly CheckDocument[],
  country: Country,
  check: string,
): CheckOffer<never> {
  const labels = documents.map((document) => inSentence(documentRule(document, country)?.label ?? document.code))
  const why = `The ${check} check takes ${labels.join(' or ')}, not ${inSentence(own.label)}.`
  return { state: 'not-offered', code: 'document_not_supported', why }
}

function offered<Request>(
  reading: { ok: true; value: Request } | { ok: false; faults: readonly Fault[] },
): CheckOffer<Request> {
  return reading.ok ? { state: 'ready', request: reading.value } : { state: 'incomplete', faults: reading.faults }
}
