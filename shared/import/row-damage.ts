import { isCountryCode } from '#shared/countries/rule-book.ts'
import type { TableRow } from '#shared/files/table.ts'
import { isFieldName } from '#shared/payout/fields.ts'
import { isTelling, tellingText } from './cell-text.ts'
import { type Damage, damageSeen, type FoundDamage, numberFields, stripSeparators } from './damage.ts'
import type { ColumnMatch } from './matching.ts'
import { damageOfNumber, isOfOpenLength, isZeroed, numberContext, zerosLost } from './number-damage.ts'
import type { TextsReading } from './read-texts.ts'
import type { TextSource } from './row-texts.ts'
import type { SheetField } from './sheet-field.ts'

/** What a spreadsheet did to the cells of a row, and what it may have done. */
export interface RowDamage {
  /** Each is an error until a person has accepted it or changed the cell. */
  readonly damage: readonly Damage[]
  /** An account that would be as valid with zeros before it, as the damage that it is where other rows show that it had some. */
  readonly openAccount?: Damage
}

/** Looks for damage from where each text was taken and what the row was read as. */
export function rowDamage(
  sources: readonly TextSource[],
  reading: TextsReading,
  zeroed: ReadonlySet<number> | undefined,
): RowDamage {
  const damage: Damage[] = []
  let openAccount: Damage | undefined
  const country = reading.reading.country?.code
  for (const source of sources) {
    const { column, field, given } = source
    const found = source.differs ? ({ code: 'columns_differ' } as const) : damageIn(source, reading, zeroed)
    const bank = bankIn(field, reading)
    const where = { ...(isCountryCode(country) && { country }), ...(bank !== undefined && { bank }) }
    const from = { column: column.index, heading: column.heading, field, given, ...where }
    if (found !== undefined) damage.push({ ...from, ...found })
    else if (isOpenAccount(source, reading)) openAccount = { ...from, code: 'zeros_missing' }
  }
  return openAccount === undefined ? { damage } : { damage, openAccount }
}

/** The bank of an account, as a row names it: banks number their accounts, and nothing else. */
export function bankIn(field: SheetField, { entry }: Pick<TextsReading, 'entry'>): string | undefined {
  const { bankName } = entry
  const isOfBank = field === 'accountNumber' || field === 'accountAgencyNumber'
  return isOfBank && typeof bankName === 'string' && /^\d+$/.test(bankName) ? bankName : undefined
}

function isOpenAccount({ field, given }: TextSource, { entry, reading, errors }: TextsReading): boolean {
  if (field !== 'accountNumber' || reading.country === undefined || !isTelling(given)) return false
  const digits = stripSeparators(given)
  return (
    /^\d+$/.test(digits) &&
    !errors.some((error) => error.field === field) &&
    isOfOpenLength(digits, numberContext(field, entry, reading))
  )
}

function damageIn(
  { column, field, cell, given }: TextSource,
  reading: TextsReading,
  zeroed: ReadonlySet<number> | undefined,
): FoundDamage | undefined {
  const seen = damageSeen(field, cell)
  // No number is so long: what its reader says of it is all there is to say.
  if (!isTelling(given)) return seen
  if (!numberFields.includes(field)) return seen
  if (seen !== undefined) return seen.probable === undefined ? seen : withZeros(seen, field, reading)
  if (isZeroed(stripSeparators(given)) && (zeroed?.has(column.index) ?? true)) return { code: 'digits_zeroed' }
  const isNumber = typeof cell !== 'string' && cell.kind === 'number' && cell.shown === undefined
  if (field === 'method' || reading.reading.country === undefined) return undefined
  if (isNumber) return damageOfNumber(field, cell, numberContext(field, reading.entry, reading.reading))
  if (isZeroed(stripSeparators(given)) && isSaid(field, reading, 'check_digit')) return { code: 'digits_zeroed' }
  return isSaid(field, reading)
    ? zerosLost(field, stripSeparators(given), numberContext(field, reading.entry, reading.reading))
    : undefined
}

/** 12.0 was 12, and 12 was 0012. */
function withZeros(seen: FoundDamage, field: SheetField, { entry, reading }: TextsReading): FoundDamage {
  const { probable = '' } = seen
  if (isZeroed(probable)) return { code: 'digits_zeroed' }
  if (!isFieldName(field) || reading.country === undefined) return seen
  const read = numberContext(field, { ...entry, [field]: probable }, reading)
  return { ...seen, probable: zerosLost(field, probable, read)?.probable ?? probable }
}

/** Whether the rules report an issue of a field, or put zeros back themselves: no person has accepted that yet. */
function isSaid(field: SheetField, { errors, warnings, changes }: TextsReading, code?: string): boolean {
  const isOf = (issue: { readonly field: string; readonly code: string }) =>
    issue.field === field && (code === undefined || issue.code === code)
  return (
    errors.some(isOf) ||
    warnings.some(isOf) ||
    changes.some((change) => isOf(change) && change.code === 'leading_zeros_added')
  )
}

/** The columns in which most numbers of more than fifteen digits end in zeros from the sixteenth on: no bank gives all its accounts such ends. */
export function zeroedColumns(rows: readonly TableRow[], columns: readonly ColumnMatch[]): ReadonlySet<number> {
  const numbers = columns.filter(({ meaning }) => meaning.as === 'field' && numberFields.includes(meaning.field))
  return new Set(
    numbers.flatMap(({ index }) => {
      const long = rows.flatMap((row) => {
        const digits = stripSeparators(tellingText(row[index]))
        return /^\d{16,}$/.test(digits) ? [digits] : []
      })
      return long.filter(isZeroed).length * 2 > long.length ? [index] : []
    }),
  )
}
