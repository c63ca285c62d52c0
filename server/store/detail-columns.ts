import type { Details } from '#shared/api/details.ts'
import { type SecretField, secretFields } from '#shared/payout/fields.ts'
import type { Encryption } from './encryption.ts'
import type { DetailColumns } from './schema.ts'
import { nameKeyOf } from './search-words.ts'

export type DetailTable = 'beneficiaries' | 'payouts'

/** Which column holds which encrypted field. */
const encryptedColumns = {
  documentNumber: 'document_number_encrypted',
  accountNumber: 'account_number_encrypted',
  accountAgencyNumber: 'agency_encrypted',
  recipientPixKey: 'pix_key_encrypted',
  email: 'email_encrypted',
  validationDocumentNumber: 'validation_document_encrypted',
  validationAgency: 'validation_agency_encrypted',
} as const satisfies Record<SecretField, keyof DetailColumns>

/** Details as one row keeps them, encrypted for that row alone. */
export function detailColumns(encryption: Encryption, table: DetailTable, id: string, details: Details): DetailColumns {
  const encrypt = (field: SecretField) => {
    const text = details[field] ?? ''
    return text === '' ? null : encryption.encrypt(text, { table, id, column: encryptedColumns[field] })
  }
  return {
    country: details.country,
    method: details.method,
    beneficiary_type: clear(details.beneficiaryType),
    first_name: clear(details.beneficiaryFirstName),
    last_name: clear(details.beneficiaryLastName),
    name_key: nameKeyOf(details),
    document_type: clear(details.documentType),
    bank_name: clear(details.bankName),
    account_type_code: clear(details.payoutAccountTypeCode),
    city: clear(details.city),
    validation_account_kind: clear(details.validationAccountKind),
    document_number_encrypted: encrypt('documentNumber'),
    account_number_encrypted: encrypt('accountNumber'),
    agency_encrypted: encrypt('accountAgencyNumber'),
    pix_key_encrypted: encrypt('recipientPixKey'),
    email_encrypted: encrypt('email'),
    validation_document_encrypted: encrypt('validationDocumentNumber'),
    validation_agency_encrypted: encrypt('validationAgency'),
  }
}

/** PostgreSQL takes every character but this one, which nobody can see. */
function clear(text = ''): string {
  return text.replaceAll('\u0000', '')
}

/**
 * The details of a row, in clear.
 * @throws Error when an encrypted value was changed or comes of another row
 */
export function detailsOfRow(
  encryption: Encryption,
  table: DetailTable,
  row: DetailColumns & { readonly id: string },
): Details {
  const clear = {
    beneficiaryType: row.beneficiary_type,
    beneficiaryFirstName: row.first_name,
    beneficiaryLastName: row.last_name,
    documentType: row.document_type,
    payoutAccountTypeCode: row.account_type_code,
    bankName: row.bank_name,
    city: row.city,
    validationAccountKind: row.validation_account_kind,
  }
  const opened = secretFields.map((field) => {
    const column = encryptedColumns[field]
    const encrypted = row[column]
    return [field, encrypted === null ? '' : encryption.open(encrypted, { table, id: row.id, column })] as const
  })
  const filled = [...Object.entries(clear), ...opened].filter(([, value]) => value !== '')
  return { country: row.country, method: row.method, ...Object.fromEntries(filled) }
}
