import type { Given } from './country.ts'
import type { EntryField } from './entry-fields.ts'
import type { FieldRule } from './field-uses.ts'
import { matchingNumbers } from './matching-numbers.ts'

/** What people in the country call the field: CBU, CLABE, RUT; the general word while several could be meant, unless these are two with names of their own: "CLABE or debit card number". */
export function fieldLabel(field: EntryField, rule?: FieldRule, given: Given = {}): string {
  if (rule?.kind !== 'number') return generalLabels[field]
  const [only, ...others] = matchingNumbers(rule.numbers, given)
  if (only !== undefined && others.length === 0) return only.label
  const [other] = others
  const isOneOfTwo = field === 'accountNumber' && only !== undefined && other !== undefined && others.length === 1
  const isNamed = isOneOfTwo && ![only.label, other.label].includes(generalLabels[field])
  return isNamed ? `${only.label} or ${inSentence(other.label)}` : generalLabels[field]
}

/** A label inside a sentence: "first name", but "CPF" stays. */
export function inSentence(label: string): string {
  const isName = properNouns.some((name) => label.startsWith(name))
  return /^\p{Lu}\p{Ll}/u.test(label) && !isName ? label.charAt(0).toLowerCase() + label.slice(1) : label
}

/** Words with which a label can begin that keep their capital everywhere. */
const properNouns = ['Pix']

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
