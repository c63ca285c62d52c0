import * as z from 'zod/mini'
import { storedText } from './stored-text.ts'

/** What a payout says of the person or company that is paid: all but the money. Names as in the interface, part C. */
export const detailFields = [
  'beneficiaryType',
  'beneficiaryFirstName',
  'beneficiaryLastName',
  'documentType',
  'documentNumber',
  'recipientPixKey',
  'payoutAccountTypeCode',
  'bankName',
  'accountAgencyNumber',
  'accountNumber',
  'email',
  'city',
  // Asked for the bank check alone; never part of a payout request.
  'validationDocumentNumber',
  'validationAgency',
  'validationAccountKind',
] as const

export type DetailField = (typeof detailFields)[number]

/** The fields that are encrypted at rest, masked in every list, and shown only to who asks for them: that is recorded. */
export const encryptedFields = [
  'documentNumber',
  'recipientPixKey',
  'accountAgencyNumber',
  'accountNumber',
  'email',
  'validationDocumentNumber',
  'validationAgency',
] as const satisfies readonly DetailField[]

export type EncryptedField = (typeof encryptedFields)[number]

const text = storedText
const optionalText = z.optional(text)

/** A beneficiary's details as typed; a field left out is blank. `method` is the rule book's: bank, pix, cci … */
export const detailsSchema = z.strictObject({
  country: text,
  method: text,
  beneficiaryType: optionalText,
  beneficiaryFirstName: optionalText,
  beneficiaryLastName: optionalText,
  documentType: optionalText,
  documentNumber: optionalText,
  recipientPixKey: optionalText,
  payoutAccountTypeCode: optionalText,
  bankName: optionalText,
  accountAgencyNumber: optionalText,
  accountNumber: optionalText,
  email: optionalText,
  city: optionalText,
  validationDocumentNumber: optionalText,
  validationAgency: optionalText,
  validationAccountKind: optionalText,
})

export type Details = z.infer<typeof detailsSchema>

/** The encrypted fields that are filled, each by its end alone: the last four characters, or `a…@example.com` for an e-mail. */
export const maskedSchema = z.partialRecord(z.enum(encryptedFields), z.string())

export type Masked = z.infer<typeof maskedSchema>
