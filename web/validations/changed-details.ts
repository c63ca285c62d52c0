import * as z from 'zod/mini'
import type { FieldName } from '#shared/payout/fields.ts'

export interface ChangedDetail {
  readonly field: FieldName
  /** What was checked; undefined for a code, which tells nobody anything, and for what was not sent then. */
  readonly before: string | undefined
}

const requestSchema = z.record(z.string(), z.unknown())

/** What a check would be asked otherwise than the one that is kept under this key (see checkKey), in the order of the form. */
export function changedDetails(auditKey: string, request: object): readonly ChangedDetail[] {
  const before = requestSchema.parse(JSON.parse(auditKey.slice(auditKey.indexOf(' ') + 1)))
  const now = requestSchema.parse(request)
  return details.flatMap(({ name, field, isText }) => {
    const was = before[name]
    if (was === now[name]) return []
    return [{ field, before: isText && typeof was === 'string' ? was : undefined }]
  })
}

/** Each part of a check's request with the field of the form that it comes from. */
const details = [
  { name: 'firstName', field: 'beneficiaryFirstName', isText: true },
  { name: 'lastName', field: 'beneficiaryLastName', isText: true },
  { name: 'documentType', field: 'documentType', isText: false },
  { name: 'documentNumber', field: 'documentNumber', isText: true },
  { name: 'bankName', field: 'bankName', isText: false },
  { name: 'accountAgencyNumber', field: 'accountAgencyNumber', isText: true },
  { name: 'accountTypeCode', field: 'payoutAccountTypeCode', isText: false },
  { name: 'accountNumber', field: 'accountNumber', isText: true },
  { name: 'testMode', field: 'testMode', isText: false },
] as const
