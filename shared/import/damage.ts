import type { DamageCode } from '#shared/api/damage.ts'
import type { CountryCode } from '#shared/countries/rule-book.ts'
import type { Cell } from '#shared/files/table.ts'
import type { Message } from '#shared/language/message.ts'
import { isTelling, tellingText } from './cell-text.ts'
import type { SheetField } from './sheet-field.ts'

/**
 * What a spreadsheet did to a cell. Nothing is put right by itself: until a person has accepted it, the cell is in error. `probable` is what probably
 * stood there; without it, that cannot be known.
 */
export interface Damage {
  /** The index of the column. */
  readonly column: number
  readonly heading: string
  readonly field: SheetField
  readonly code: DamageCode
  readonly given: string
  readonly probable?: string
  /** Of the row. */
  readonly country?: CountryCode
  /** Of the row, where it decides how long an account is. */
  readonly bank?: string
  readonly longer?: LongerNumbers
}

/** Others of the country, and bank, that are longer, so that zeros may be missing: so many `rows` have so many `digits`. */
export interface LongerNumbers {
  readonly digits: number
  readonly rows: number
  /** Of all longer ones, those that were kept as text and begin with a zero. */
  readonly withZero: number
}

/** Whether zeros or digits may be missing, so that who says that a number is right as it is has to compare it with its source. */
export function isToCompare(code: string, longer: LongerNumbers | undefined): boolean {
  return code === 'digits_zeroed' || longer !== undefined
}

/** What is found of a cell alone. */
export type FoundDamage = Pick<Damage, 'code' | 'probable'>

/** Says what happened, for who has the cell before their eyes. */
export function damageMessage({
  code,
  given,
  probable = 'none',
}: Pick<Damage, 'code' | 'given' | 'probable'>): Message {
  return { id: `import.damage.${code}`, params: { given, probable } }
}

/** A number without what groups it. */
export function stripSeparators(text: string): string {
  return text.replace(/[\s.-]/gu, '')
}

/** Fields whose values are codes or numbers that are never computed with. */
export const numberFields: readonly SheetField[] = [
  'documentType',
  'documentNumber',
  'bankName',
  'accountAgencyNumber',
  'accountNumber',
  'payoutAccountTypeCode',
  'recipientPixKey',
  'validationDocumentNumber',
  'validationAgency',
]

/** Damage that shows by itself, whatever the rules of the field are. */
export function damageSeen(field: SheetField, cell: Cell): FoundDamage | undefined {
  const text = tellingText(cell)
  if (typeof cell !== 'string') {
    if (cell.kind === 'unreadable') return { code: 'unreadable' }
    if (cell.kind === 'error') return { code: 'error_value' }
    if (cell.kind === 'date' && dateless.includes(field)) return { code: 'date' }
  }
  if (!isTelling(text)) return undefined
  if (/^#+$|^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|N\/D|¡REF!|¡VALOR!|VALOR!)$/iu.test(text))
    return { code: 'error_value' }
  if (!dateless.includes(field)) return undefined
  const exponent = /^(\d)(?:[.,](\d+))?E\+(\d{1,3})$/iu.exec(text)
  if (exponent !== null) return expanded(exponent)
  if (!numberFields.includes(field)) return undefined
  if (isDate(text)) return { code: 'date' }
  if (/^\d{1,3}(?:,\d{3})+(?:\.0+)?$/.test(text))
    return { code: 'grouped', probable: text.replace(/\.0+$/, '').replaceAll(',', '') }
  if (/^\d+\.0+$/.test(text)) return { code: 'decimals', probable: text.replace(/\.0+$/, '') }
  return undefined
}

/** Fields in which no date and no power of ten means anything. */
const dateless: readonly SheetField[] = [...numberFields, 'amount', 'externalReference']

/** 6.4618E+17 has lost its other digits; 1.2345678901E+10 shows them all. */
function expanded([, whole = '', places = '', power = '']: RegExpExecArray): FoundDamage {
  return places.length === Number(power) ? { code: 'exponent', probable: whole + places } : { code: 'exponent' }
}

/** A date as spreadsheets write it for a code such as 1-2 or DEC1; with hyphens or dots only where the year has four digits. */
function isDate(text: string): boolean {
  if (text.length > 22 || text.length < 4) return false
  const iso = /^(?:19|20)\d\d-(\d\d)-(\d\d)(?:[T ]\d\d:\d\d(?::\d\d)?)?$/.exec(text)
  if (iso !== null) return isDay(iso[2], iso[1])
  const numeric = /^(\d{1,2})\/(\d{1,2})\/(?:\d\d|\d{4})$|^(\d{1,2})[.-](\d{1,2})[.-](?:19|20)\d\d$/.exec(text)
  if (numeric !== null) {
    const [one, other] = [numeric[1] ?? numeric[3], numeric[2] ?? numeric[4]]
    return isDay(one, other) || isDay(other, one)
  }
  const [, before, after] =
    /^\d{1,2}[-/ ](\p{L}{3,10})\.?(?:[-/ ]\d{2,4})?$|^(\p{L}{3,10})\.?[-/ ]\d{1,4}$/u.exec(text) ?? []
  return months.has((before ?? after ?? '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase())
}

function isDay(day = '0', month = '0'): boolean {
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31
}

const months = new Set(
  `jan feb mar apr may jun jul aug sep sept oct nov dec ene abr ago set dic fev mai out dez janv fevr mars avr juin juil aout
  january february march april june july august september october november december`.split(/\s+/),
)
