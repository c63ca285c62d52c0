import type { Cell } from '#shared/files/table.ts'
import { decimalTextOf, unambiguous } from '#shared/payout/amount.ts'
import { cellText, isTelling, tellingText } from './cell-text.ts'

/** The sign before the decimals of a file's amounts. */
export type DecimalSign = '.' | ','

/**
 * How a file writes its amounts. `decimal` is undefined where no amount is clear, and where the file writes them in both ways: then an
 * amount such as 1.000 stays as it is and is an error, until a person says what it means. `ask` has the first such amount, and what it can
 * mean.
 */
export interface AmountStyle {
  readonly decimal: DecimalSign | undefined
  readonly counts: Readonly<Record<DecimalSign | 'unclear', number>>
  readonly ask: UnclearAmount | undefined
  /** The same, whether or not other amounts show what it means. */
  readonly unclear: UnclearAmount | undefined
}

/** An amount that can be read in two ways, by its one mark. */
export interface UnclearAmount {
  readonly typed: string
  readonly mark: DecimalSign
  readonly thousands: string
  readonly decimal: string
}

/** Finds out from all amounts of a file how it writes them. */
export function amountStyle(amounts: Iterable<Cell | undefined>): AmountStyle {
  const counts = { '.': 0, ',': 0, unclear: 0 }
  let unclear: string | undefined
  for (const cell of amounts) {
    if (cell === undefined || isNumber(cell)) continue
    const typed = tellingText(cell)
    if (!isTelling(typed)) continue
    const sign = signIn(numberIn(typed))
    if (sign === undefined) continue
    counts[sign] += 1
    if (sign === 'unclear') unclear ??= typed.trim()
  }
  const decimal = counts['.'] > 0 === counts[','] > 0 ? undefined : counts['.'] > 0 ? '.' : ','
  const meanings = unclear === undefined ? undefined : meaningsOf(unclear)
  return { decimal, counts, ask: decimal === undefined ? meanings : undefined, unclear: meanings }
}

function meaningsOf(typed: string): UnclearAmount {
  const number = numberIn(typed)
  const mark = number.includes(',') ? ',' : '.'
  return { typed, mark, thousands: number.replace(/[.,]/g, ''), decimal: number.replace(',', '.') }
}

/**
 * The text of an amount cell with its number as plain decimal text, which no reader asks back; signs of currencies stay. A number that can be read in two
 * ways stays as it is while `decimal` is undefined, and so does one that is no number.
 */
export function plainAmount(cell: Cell, decimal: DecimalSign | undefined): string {
  if (isNumber(cell)) return plainNumber(cell.text)
  const typed = cellText(cell)
  if (!isTelling(typed)) return typed
  const number = numberIn(typed)
  const sign = signIn(number)
  if (number === '' || (sign === 'unclear' && decimal === undefined)) return typed
  const plain = plainText(number, sign === undefined || sign === 'unclear' ? (decimal ?? '.') : sign)
  return plain === undefined ? typed : typed.replace(number, plain)
}

function isNumber(cell: Cell): cell is Exclude<Cell, string> {
  return typeof cell !== 'string' && cell.kind === 'number'
}

/** A spreadsheet shows at most fifteen digits; further ones are an artefact of its arithmetic. */
function plainNumber(stored: string): string {
  const value = Number(stored)
  if (!Number.isFinite(value) || value < 0) return stored
  return clear(decimalTextOf(Number(value.toPrecision(15))))
}

/** Digits with what groups them, from the first to the last. */
function numberIn(typed: string): string {
  return /\d(?:[\d.,'’ \u00a0\u2009\u202f]*\d)?/u.exec(typed)?.[0] ?? ''
}

/** The decimal separator of a number; undefined where it has neither point nor comma. */
function signIn(number: string): DecimalSign | 'unclear' | undefined {
  const isSpaced = /['’ \u00a0\u2009\u202f]/u.test(number)
  const marks = number.replace(/[^.,]/g, '')
  const last = marks.at(-1)
  if (last !== '.' && last !== ',') return undefined
  const isOnce = marks.indexOf(last) === marks.length - 1
  if (!isOnce) return marks.includes(last === '.' ? ',' : '.') ? undefined : last === '.' ? ',' : '.'
  if (marks.length > 1 || isSpaced) return last
  const [whole = '', places = ''] = number.split(last)
  return places.length === 3 && /^[1-9]\d{0,2}$/.test(whole) ? 'unclear' : last
}

/** The number as plain decimal text; undefined where its groups are not of three digits. */
function plainText(number: string, decimal: DecimalSign): string | undefined {
  const place = number.indexOf(decimal)
  const [whole, places] = place < 0 ? [number, ''] : [number.slice(0, place), number.slice(place + 1)]
  const isGrouped = /^\d{1,3}(?:[.,'’ \u00a0\u2009\u202f]\d{3})+$/u.test(whole)
  if ((!isGrouped && !/^\d+$/.test(whole)) || !/^\d*$/.test(places)) return undefined
  const digits = whole.replace(/\D/g, '')
  return clear(places === '' ? digits : `${digits}.${places}`)
}

/** 1.000 means one here: it is rewritten so that it is not taken for a thousand. */
function clear(decimal: string): string {
  const [whole = '', places = ''] = decimal.split('.')
  return places.length === 3 && whole.length <= 3 ? unambiguous(/^0+$/.test(places) ? whole : decimal) : decimal
}
