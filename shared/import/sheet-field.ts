import * as z from 'zod/mini'
import type { BatchMakes } from '#shared/api/batch.ts'
import { type FieldName, fieldNames, fieldOf, isFieldName } from '#shared/payout/fields.ts'

/** A column of a sheet: a field of the payout, or how it is paid. */
export type SheetField = FieldName | 'method'

/** One row of a sheet: the texts of its cells as given or typed, true and false among them; blank ones left out. */
export type RowTexts = Readonly<Partial<Record<SheetField, string>>>

export const sheetFields: readonly SheetField[] = ['method', ...fieldNames]

/** Whether rows that become this have the field: beneficiaries have none of a payment. */
export function isFieldFor(makes: BatchMakes, field: SheetField): boolean {
  return makes === 'payouts' || field === 'method' || fieldOf(field).of === 'beneficiary'
}

export const sheetFieldSchema = z.custom<SheetField>(
  (value) => value === 'method' || (typeof value === 'string' && isFieldName(value)),
)

export function isSheetField(name: string): name is SheetField {
  return name === 'method' || isFieldName(name)
}
