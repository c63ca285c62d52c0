import { type CountryCode, isCountryCode } from '#shared/countries/rule-book.ts'
import { isTelling } from './cell-text.ts'
import { type Damage, numberFields, stripSeparators } from './damage.ts'
import type { RowReading } from './read-row.ts'
import { bankIn, type RowDamage } from './row-damage.ts'
import type { SheetField } from './sheet-field.ts'

/**
 * How long the numbers of a file are, by field, country and bank: zeros that a spreadsheet dropped show where the others are longer. All rows are
 * added before the damage of any is weighed.
 */
export interface NumberLengths {
  readonly add: (row: RowReading) => void
  /** The damage of a row, with what the others of the country and bank say of it: they may show what was probably there, and where zeros are missing. */
  readonly damageOf: (row: RowDamage) => readonly Damage[]
}

export function numberLengths(): NumberLengths {
  const places = new Map<string, FieldLengths>()
  const open = new Map<string, FieldLengths>()
  /** A spreadsheet that took the zeros of other codes took those of accounts too, unless one still has its own. */
  const zeros = { areLost: false, areKept: false }
  return {
    add(row) {
      if (row.damage.some(({ code }) => code === 'zeros_lost')) zeros.areLost = true
      if (stripSeparators(row.texts.accountNumber ?? '').startsWith('0')) zeros.areKept = true
      const country = row.reading.country?.code
      if (!isCountryCode(country)) return
      for (const field of numberFields) {
        const text = row.texts[field] ?? ''
        const digits = isTelling(text) ? stripSeparators(text) : ''
        if (!/^\d+$/.test(digits) || row.errors.some((error) => error.field === field)) continue
        const isCut = row.damage.some((damage) => damage.field === field)
        const bank = bankIn(field, row)
        const place = placeIn(places, field, country)
        count(place.all, digits, isCut)
        if (bank !== undefined) count(bankOf(place, bank), digits, isCut)
      }
      const { field, given, bank } = row.openAccount ?? {}
      if (field === undefined || given === undefined) return
      const place = placeIn(open, field, country)
      for (const lengths of bank === undefined ? [place.all] : [place.all, bankOf(place, bank)])
        count(lengths, stripSeparators(given), false)
    },
    damageOf({ damage, openAccount }) {
      const found = damage.map((one) => weigh(one, places))
      const missing = openAccount && zerosMissing(openAccount, open, zeros.areLost && !zeros.areKept)
      return missing === undefined ? found : [...found, missing]
    },
  }
}

type ByPlace = ReadonlyMap<string, FieldLengths>

function weigh(damage: Damage, places: ByPlace): Damage {
  const { country, bank, ...others } = damage
  if (country === undefined) return others
  const place = places.get(keyOf(damage.field, country))
  if (place === undefined || (damage.code !== 'zeros_lost' && damage.code !== 'stored_as_number'))
    return { ...others, country }
  return weighed({ ...others, country }, place, bank)
}

/** How many numbers have so many digits: as they were typed, or as a spreadsheet left them, which may be fewer than they had. */
interface LengthCount {
  whole: number
  cut: number
  /** Of the whole ones, those that begin with a zero. */
  withZero: number
  /** The most zeros that one of them begins with. */
  zeros: number
}

type Lengths = Map<number, LengthCount>

/** The numbers of one field in one country: all, and those of each bank. */
interface FieldLengths {
  readonly all: Lengths
  readonly banks: Map<string, Lengths>
}

function keyOf(field: SheetField, country: CountryCode): string {
  return `${field} ${country}`
}

function placeIn(places: Map<string, FieldLengths>, field: SheetField, country: CountryCode): FieldLengths {
  const key = keyOf(field, country)
  const place = places.get(key) ?? { all: new Map(), banks: new Map() }
  places.set(key, place)
  return place
}

function bankOf({ banks }: FieldLengths, bank: string): Lengths {
  const lengths = banks.get(bank) ?? new Map()
  banks.set(bank, lengths)
  return lengths
}

function count(lengths: Lengths, digits: string, isCut: boolean): void {
  const seen = lengths.get(digits.length) ?? { whole: 0, cut: 0, withZero: 0, zeros: 0 }
  lengths.set(digits.length, seen)
  if (isCut) seen.cut += 1
  else seen.whole += 1
  if (isCut || !digits.startsWith('0')) return
  seen.withZero += 1
  seen.zeros = Math.max(seen.zeros, digits.search(/[^0]|$/))
}

/** More zeros than these are not put back: a number that is so much shorter is another number. */
const mostZeros = 3

function weighed(damage: Damage, place: FieldLengths, bank: string | undefined): Damage {
  const digits = stripSeparators(damage.given)
  // What the rules say was there is measured by all of the country that are so long.
  if (damage.probable !== undefined) return withLonger(damage, place.all)
  const isOfBank = commonLength(place.all) === undefined && bank !== undefined && areByBank(place)
  const own = (isOfBank && place.banks.get(bank)) || place.all
  const length = commonLength(own)
  const lost = length === undefined ? 0 : length - digits.length
  const found: Damage = {
    ...damage,
    ...(isOfBank && { bank }),
    ...(lost > 0 && lost <= mostZeros && { code: 'zeros_lost', probable: '0'.repeat(lost) + digits }),
  }
  // Of a bank with no account that was left whole, those of the others are all there is to compare with.
  return withLonger(found, hasWhole(own) ? own : place.all)
}

/** The length that all have, as far as can be seen; undefined where it varies. Of cut ones alone, nearly all must have it. */
function commonLength(lengths: Lengths): number | undefined {
  const whole = [...lengths].filter(([, seen]) => seen.whole > 0).map(([length]) => length)
  const longest = Math.max(...lengths.keys())
  if (whole.length > 0) return whole.length === 1 && whole[0] === longest ? longest : undefined
  const all = [...lengths.values()].reduce((sum, { cut }) => sum + cut, 0)
  return (lengths.get(longest)?.cut ?? 0) * 4 > all * 3 ? longest : undefined
}

/** Whether the bank decides how long an account is: where one has accounts of several lengths, how long those of another are is luck. */
function areByBank({ banks }: FieldLengths): boolean {
  return [...banks.values()].every((lengths) => commonLength(lengths) !== undefined)
}

function hasWhole(lengths: Lengths): boolean {
  return [...lengths.values()].some(({ whole }) => whole > 0)
}

/** Says how many others are as long as what was probably there; where that cannot be known, how many are longer, of the length that most of these have. */
function withLonger(damage: Damage, lengths: Lengths): Damage {
  const { given, probable } = damage
  const longer = [...lengths].filter(([length]) =>
    probable === undefined ? length > stripSeparators(given).length : length === probable.length,
  )
  const [most] = longer.toSorted(([, one], [, other]) => rowsOf(other) - rowsOf(one))
  if (most === undefined) return damage
  const withZero = longer.reduce((sum, [, seen]) => sum + seen.withZero, 0)
  return { ...damage, longer: { digits: most[0], rows: rowsOf(most[1]), withZero } }
}

function rowsOf({ whole, cut }: LengthCount): number {
  return whole + cut
}

/**
 * A text that is shorter than the others of its bank, as damage where these show that it had zeros; of a bank with few accounts, or of no usual
 * length, those of the country show it. How many zeros there were cannot be known: a bank may have accounts of two lengths.
 * In a file whose other codes lost zeros (`isStripped`), more of them may be short.
 */
function zerosMissing({ bank, ...account }: Damage, places: ByPlace, isStripped: boolean): Damage | undefined {
  const place = account.country && places.get(keyOf(account.field, account.country))
  if (place === undefined) return undefined
  const { length } = stripSeparators(account.given)
  const own = bank === undefined ? undefined : place.banks.get(bank)
  if (own !== undefined && isUsual(length, own)) return undefined
  if (
    bank !== undefined &&
    own !== undefined &&
    (isOnlyShort(length, own, isStripped ? 2 : 4) || isAmongZeros(length, own, 2))
  )
    return withLonger({ ...account, bank }, own)
  const isShort = isOnlyShort(length, place.all, 9) || isAmongZeros(length, place.all, enough)
  return isShort ? withLonger(account, place.all) : undefined
}

/** So many accounts of one length show how long those of a bank are. */
const enough = 4

function isUsual(length: number, lengths: Lengths): boolean {
  return lengths.size === 1 && (lengths.get(length)?.whole ?? 0) >= enough
}

/**
 * Whether all have one length but for a few shorter ones, at least `times` fewer, none of which begins with a zero: of ten random numbers one
 * begins with a zero, which a spreadsheet takes.
 */
function isOnlyShort(length: number, lengths: Lengths, times: number): boolean {
  const longest = Math.max(...lengths.keys())
  const most = rowsWith(lengths, (one) => one === longest)
  const shorter = rowsWith(lengths, (one) => one < longest)
  const isNear = length < longest && longest - length <= mostZeros
  return isNear && most.rows >= enough && shorter.withZero === 0 && shorter.rows * times <= most.rows
}

/** Whether nearly all from some length on, `least` or more, begin with zeros, no shorter one does, and zeros can be what this one lacks. */
function isAmongZeros(length: number, lengths: Lengths, least: number): boolean {
  const zeroed = [...lengths].flatMap(([one, { withZero }]) => (withZero > 0 ? [one] : []))
  const from = Math.min(...zeroed)
  const zeros = Math.max(mostZeros, ...[...lengths.values()].map((seen) => seen.zeros))
  const long = rowsWith(lengths, (one) => one >= from)
  const short = rowsWith(lengths, (one) => one < from)
  const isNear = length < from && from - length <= zeros
  return isNear && long.rows >= least && long.withZero * 10 >= long.rows * 9 && long.rows * 2 >= short.rows
}

function rowsWith(lengths: Lengths, isMeant: (length: number) => boolean): { rows: number; withZero: number } {
  const meant = [...lengths].flatMap(([length, seen]) => (isMeant(length) ? [seen] : []))
  return {
    rows: meant.reduce((sum, { whole }) => sum + whole, 0),
    withZero: meant.reduce((sum, { withZero }) => sum + withZero, 0),
  }
}
