import { type CountryCode, isCountryCode } from '#shared/countries/rule-book.ts'
import { isTelling } from './cell-text.ts'
import { type Damage, numberFields, stripSeparators } from './damage.ts'
import type { RowReading } from './read-row.ts'
import { bankIn } from './row-damage.ts'
import type { SheetField } from './sheet-field.ts'

/**
 * How long the numbers of a file are, by field, country and bank: zeros that a spreadsheet dropped show where the others are longer. All rows are
 * added before the damage of any is weighed.
 */
export interface NumberLengths {
  readonly add: (row: RowReading) => void
  /** The same damage, with what the others of the country and bank say of it: they may tell what was probably there. */
  readonly weigh: (damage: Damage) => Damage
}

export function numberLengths(): NumberLengths {
  const places = new Map<string, FieldLengths>()
  return {
    add(row) {
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
    },
    weigh(damage) {
      const { country, bank, ...others } = damage
      if (country === undefined) return others
      const place = places.get(keyOf(damage.field, country))
      if (place === undefined || (damage.code !== 'zeros_lost' && damage.code !== 'stored_as_number'))
        return { ...others, country }
      return weighed({ ...others, country }, place, bank)
    },
  }
}

/** How many numbers have so many digits: as they were typed, or as a spreadsheet left them, which may be fewer than they had. */
interface LengthCount {
  whole: number
  cut: number
  /** Of the whole ones, those that begin with a zero. */
  withZero: number
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
  const seen = lengths.get(digits.length) ?? { whole: 0, cut: 0, withZero: 0 }
  lengths.set(digits.length, seen)
  if (isCut) seen.cut += 1
  else seen.whole += 1
  if (!isCut && digits.startsWith('0')) seen.withZero += 1
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
