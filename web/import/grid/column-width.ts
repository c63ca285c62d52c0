import type { SheetField } from '#shared/import/sheet-field.ts'

/** The width of a field's column, in rem: enough for most of its values. */
export function columnWidth(field: SheetField): number {
  return widths[field] ?? 10
}

/** Figures are right-aligned; numbers and codes are monospaced. */
export function columnKind(field: SheetField): 'figure' | 'code' | 'text' {
  if (field === 'amount') return 'figure'
  return codes.has(field) ? 'code' : 'text'
}

const widths: Readonly<Partial<Record<SheetField, number>>> = {
  country: 8,
  method: 8,
  beneficiaryType: 8,
  documentType: 8,
  amount: 8,
  currencyCode: 6,
  accountAgencyNumber: 7,
  bankName: 13,
  accountNumber: 14,
  recipientPixKey: 13,
  email: 13,
  NotificationUrl: 13,
  TermsApproved: 7,
  testMode: 7,
  city: 8,
}

const codes: ReadonlySet<SheetField> = new Set<SheetField>([
  'documentNumber',
  'accountNumber',
  'accountAgencyNumber',
  'recipientPixKey',
  'validationDocumentNumber',
  'validationAgency',
  'externalReference',
])
