import { ruleBook } from '#shared/countries/rule-book.ts'
import type { TableRow } from '#shared/files/table.ts'
import { fieldUses } from '#shared/payout/field-uses.ts'
import { fieldOf } from '#shared/payout/fields.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { trimmedText } from './cell-text.ts'
import type { ImportPlan } from './import-plan.ts'
import { countryOfRow } from './row-texts.ts'
import type { SheetField } from './sheet-field.ts'

/** Whether no method of the country has a use for the field. */
export function isNotAsked(country: Country, field: SheetField): boolean {
  return field !== 'method' && country.methods.every((method) => fieldUses(country, method)[field].use === 'none')
}

/**
 * Whether a value is left out where the country does not ask for it: a sheet of several countries has one column for all. What says where the
 * money goes, or to which document, is refused instead, for a person to look at.
 */
export function isLeftOut(country: Country, field: SheetField): boolean {
  return field !== 'method' && fieldOf(field).isEssential !== true && isNotAsked(country, field)
}

/** The indexes of the columns with values that are left out in some row. */
export function leftOutColumns(rows: readonly TableRow[], plan: ImportPlan): readonly number[] {
  return plan.columns.flatMap(({ index, meaning }) => {
    if (meaning.as !== 'field' || !Object.values(ruleBook).some((country) => isLeftOut(country, meaning.field)))
      return []
    const isSomeLeftOut = rows.some((row) => {
      const country = trimmedText(row[index]) === '' ? undefined : countryOfRow(row, plan)
      return country !== undefined && isLeftOut(country, meaning.field)
    })
    return isSomeLeftOut ? [index] : []
  })
}
