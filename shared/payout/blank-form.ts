import type { FormValues, PayoutDraft } from './form-values.ts'

/** A payout of which nothing is entered yet. */
export const emptyDraft: PayoutDraft = { country: undefined, values: {} }

/** A form before a country is chosen. */
export const blankValues: FormValues = {
  beneficiaryType: '',
  beneficiaryFirstName: '',
  beneficiaryLastName: '',
  documentType: '',
  documentNumber: '',
  recipientPixKey: '',
  payoutAccountTypeCode: '',
  bankName: '',
  accountAgencyNumber: '',
  accountNumber: '',
  amount: '',
  currencyCode: '',
  PaymentReason: '',
  email: '',
  city: '',
  externalReference: '',
  NotificationUrl: '',
  validationDocumentNumber: '',
  validationAgency: '',
  validationAccountKind: '',
  method: '',
  testMode: false,
  TermsApproved: false,
}
