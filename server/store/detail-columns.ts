import { type Details, type SealedField, sealedFields } from '#shared/api/details.ts'
import type { DetailColumns } from './schema.ts'
import type { Sealing } from './sealing.ts'
import { nameKeyOf } from './search-words.ts'

export type DetailTable = 'beneficiaries' | 'payouts'

/** Which column holds which sealed field. */
const sealedColumns = {
  documentNumber: 'document_number_sealed',
  accountNumber: 'account_number_sealed',
  accountAgencyNumber: 'agency_sealed',
  recipientPixKey: 'pix_key_sealed',
  email: 'email_sealed',
  checkDocumentNumber: 'check_document_sealed',
  checkAgency: 'check_agency_sealed',
} as const satisfies Record<SealedField, keyof DetailColumns>

/** Details as one row keeps them, sealed for that row alone. */
export function detailColumns(sealing: Sealing, table: DetailTable, id: string, details: Details): DetailColumns {
  const seal = (field: SealedField) => {
    const text = details[field] ?? ''
    return text === '' ? null : sealing.seal(text, { table, id, column: sealedColumns[field] })
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
    check_account_kind: clear(details.checkAccountKind),
    document_number_sealed: seal('documentNumber'),
    account_number_sealed: seal('accountNumber'),
    agency_sealed: seal('accountAgencyNumber'),
    pix_key_sealed: seal('recipientPixKey'),
    email_sealed: seal('email'),
    check_document_sealed: seal('checkDocumentNumber'),
    check_agency_sealed: seal('checkAgency'),
  }
}

/** PostgreSQL takes every character but this one, which nobody can see. */
function clear(text = ''): string {
  return text.replaceAll('\u0000', '')
}

/**
 * The details of a row, in clear.
 * @throws Error when a sealed value was changed or comes of another row
 */
export function detailsOfRow(
  sealing: Sealing,
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
    checkAccountKind: row.check_account_kind,
  }
  const opened = sealedFields.map((field) => {
    const column = sealedColumns[field]
    const sealed = row[column]
    return [field, sealed === null ? '' : sealing.open(sealed, { table, id: row.id, column })] as const
  })
  const filled = [...Object.entries(clear), ...opened].filter(([, value]) => value !== '')
  return { country: row.country, method: row.method, ...Object.fromEntries(filled) }
}
