import type { Given } from '#shared/rule-book/country.ts'
import type { FieldRule } from '#shared/rule-book/field-uses.ts'
import { matchingNumbers } from '#shared/rule-book/matching-numbers.ts'
import type { EntryField } from './entry-fields.ts'

/** What people in the country call the field: CBU, CLABE, RUT; the general word while several could be meant. */
export function fieldLabel(field: EntryField, rule?: FieldRule, given: Given = {}): string {
  if (rule?.kind !== 'number') return generalLabels[field]
  const [only, ...others] = matchingNumbers(rule.numbers, given)
  return only === undefined || others.length > 0 ? generalLabels[field] : only.label
}

/** A label inside a sentence: "first name", but "CPF" stays. */
export function inSentence(label: string): string {
  return /^(?!Pix)[A-Z][a-zé]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}

const generalLabels: Readonly<Record<EntryField, string>> = {
  country: 'Country',
  beneficiaryType: 'Beneficiary type',
  beneficiaryFirstName: 'First name',
  beneficiaryLastName: 'Last name',
  documentType: 'Document type',
  documentNumber: 'Document number',
  email: 'E-mail',
  city: 'City',
  amount: 'Amount',
  currencyCode: 'Currency',
  bankName: 'Bank',
  accountAgencyNumber: 'Agency',
  accountNumber: 'Account number',
  payoutAccountTypeCode: 'Account type',
  externalReference: 'Your reference',
  NotificationUrl: 'Notification address',
  PaymentReason: 'Payment reason',
  recipientPixKey: 'Pix key',
  testMode: 'Test mode',
  TermsApproved: 'I approve the terms of payouts in US dollars',
}
