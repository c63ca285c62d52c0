import type { BatchMakes } from '#shared/api/batch.ts'
import type { ColumnMeaning } from '#shared/import/column-meaning.ts'
import type { ColumnMatch } from '#shared/import/matching.ts'
import { isFieldFor, isSheetField, type SheetField, sheetFields } from '#shared/import/sheet-field.ts'
import { t } from '../language/translate.ts'
import type { SelectOption } from '../ui/choice-field.tsx'

/** The name of a field of the sheet. */
export function fieldWords(field: string): string {
  return isSheetField(field) ? t(`field.${field}`) : field
}

/** The heading of a column; of one without, its number. */
export function columnHeading({ heading, index }: ColumnMatch): string {
  return heading === '' ? t('import.columns.unnamed', { number: index + 1 }) : heading
}

/** Cells that hold two values, by the value of their option. */
const parted = {
  'first-last': { as: 'full-name', order: 'first-last' },
  'last-first': { as: 'full-name', order: 'last-first' },
  'bank-account': { as: 'bank-and-account' },
  'agency-account': { as: 'agency-and-account' },
} as const satisfies Readonly<Record<string, ColumnMeaning>>

type ColumnPart = keyof typeof parted

/** Fields that only the page sets; no file has a column for them. */
const ofPage: readonly SheetField[] = [
  'testMode',
  'validationDocumentNumber',
  'validationAgency',
  'validationAccountKind',
]

/** The meanings that a column can have, for a select. */
export function meaningOptions(makes: BatchMakes): readonly SelectOption[] {
  return [
    { value: 'ignore', label: t('import.columns.ignore') },
    ...sheetFields
      .filter((field) => !ofPage.includes(field) && isFieldFor(makes, field))
      .map((field) => ({ value: field, label: fieldWords(field), group: t('import.columns.fields') })),
    ...Object.keys(parted)
      .filter(isParted)
      .map((value) => ({ value, label: t(`import.columns.parted.${value}`), group: t('import.columns.twoValues') })),
  ]
}

function isParted(value: string): value is ColumnPart {
  return Object.hasOwn(parted, value)
}

/** The option of a meaning. */
export function optionOf(meaning: ColumnMeaning): string {
  switch (meaning.as) {
    case 'field':
      return meaning.field
    case 'full-name':
      return meaning.order
    case 'bank-and-account':
      return 'bank-account'
    case 'agency-and-account':
      return 'agency-account'
    case 'ignore':
      return 'ignore'
  }
}

/** The column meaning behind an option of the list. */
export function columnMeaningOf(option: string): ColumnMeaning {
  if (isSheetField(option)) return { as: 'field', field: option }
  return isParted(option) ? parted[option] : { as: 'ignore' }
}
