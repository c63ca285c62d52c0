import type { ChangeCode } from '#shared/api/change-codes.ts'
import type { MessageId } from '#shared/language/message.ts'
import type { SheetField } from './sheet-field.ts'

/** The ways in which a value read from a table differs from its cell: each has a sentence, `import.change.<code>` of the catalogs. */
export const importChangeCodes = [
  'by_word',
  'by_name',
  'by_heading',
  'by_number',
  'only_choice',
  'from_amount',
  'for_the_file',
  'name_parted',
  'cell_parted',
  'pix_as_bank',
  'amount_style',
  'apostrophe_removed',
  'not_asked',
] as const

export type ImportChangeCode = (typeof importChangeCodes)[number]

/** A value of a row that its cell does not have in these words, as the readings of a payout list their changes. */
export interface SheetChange {
  readonly field: string
  readonly from: string
  readonly to: string | null
  readonly code: ChangeCode | ImportChangeCode
  readonly message: MessageId
}

export function importChange(field: SheetField, code: ImportChangeCode, from: string, to: string): SheetChange {
  return { field, from, to, code, message: `import.change.${code}` }
}
