/** The fields of a payout request, spelt and ordered as in the interface, part C, "Payout request fields". */
export const entryFields = [
  'beneficiaryFirstName',
  'beneficiaryLastName',
  'documentType',
  'documentNumber',
  'email',
  'city',
  'amount',
  'currencyCode',
  'country',
  'bankName',
  'accountAgencyNumber',
  'accountNumber',
  'payoutAccountTypeCode',
  'externalReference',
  'NotificationUrl',
  'PaymentReason',
  'recipientPixKey',
  'testMode',
  'TermsApproved',
  'beneficiaryType',
] as const

export type EntryField = (typeof entryFields)[number]

export function isEntryField(name: string): name is EntryField {
  return entryFields.some((field) => field === name)
}
