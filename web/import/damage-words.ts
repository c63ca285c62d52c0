import { isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import type { LongerNumbers } from '#shared/import/damage.ts'
import { bankOfCode } from '#shared/rule-book/bank-code.ts'
import { countryName } from '#shared/rule-book/country.ts'
import { t } from '../language/translate.ts'
import type { DamageGroup } from './worker-calls.ts'

/** The column of a group of damage. */
export function headingOf({ example: { heading, column } }: DamageGroup): string {
  return heading === '' ? t('import.columns.unnamed', { number: column + 1 }) : heading
}

/** The rows that a group of damage is of. */
export function placeOf({ example: { country, bank } }: DamageGroup): string {
  return placeName(country, bank)
}

/** The rows that are compared: those of a country, or of a bank in it. */
export function placeName(country: string | undefined, bank: string | undefined): string {
  if (!isCountryCode(country)) return t('import.changed.noCountry')
  const name = t(countryName(ruleBook[country]))
  if (bank === undefined) return name
  return t('import.changed.bankIn', { bank: bankOfCode(ruleBook[country], bank)?.name ?? bank, country: name })
}

/** How many others are longer than a number that may have lost zeros. */
export function longerWords({ rows, digits }: LongerNumbers, place: string): string {
  return t('import.changed.longer', { count: rows, digits, place })
}
