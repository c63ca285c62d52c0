import { isCalendarDate } from './calendar-date.ts'
import { weightedSum } from './weighted-sum.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'

/** The two letters of the state of birth; NE for those born abroad, DF also for Mexico City since its change of name. */
const birthplaces = new Set(
  'AS BC BS CC CH CL CM CS DF DG GR GT HG JC MC MN MS NE NL NT OC PL QR QT SL SP SR TC TL TS VZ YN ZS'.split(' '),
)

/**
 * CURP (clave única de registro de población), the number of every person in Mexico's population register (RENAPO).
 *
 *     BOXW 310820 H NE RXN 0 9
 *     │    │      │ │  │   │ └ check digit
 *     │    │      │ │  │   └ distinguishes people who agree so far: a digit for births up to 1999, a letter since 2000
 *     │    │      │ │  └ inner consonants of the names
 *     │    │      │ └ state of birth
 *     │    │      └ H man, M woman, X neither
 *     │    └ date of birth, YYMMDD
 *     └ letters of the names
 *
 * The first seventeen are weighted 18 down to 2, a letter counting as its place in the Spanish alphabet after the ten
 * digits (A = 10 … N = 23, Ñ = 24 … Z = 36); the check digit brings the sum to a multiple of ten. As some weights share
 * a factor with ten, a slip in those places can go unseen.
 *
 * Source: RENAPO, Instructivo Normativo for the assignment of the CURP (Diario Oficial, 18 October 2021).
 * Worked on BOXW310820HNERXN09: its first seventeen add up to 2551, and 2551 + 9 = 2560.
 */
export function hasValidCurpDigits(number: string): boolean {
  if (!/^[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z\d]\d$/.test(number)) return false
  return birthplaces.has(number.slice(11, 13)) && hasBirthDate(number) && hasCheckDigit(number)
}

function hasBirthDate(number: string): boolean {
  const century = /\d/.test(number.slice(16, 17)) ? 1900 : 2000
  return isCalendarDate(century + Number(number.slice(4, 6)), Number(number.slice(6, 8)), Number(number.slice(8, 10)))
}

function hasCheckDigit(number: string): boolean {
  const weights = [18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]
  return (weightedSum(number.slice(0, 17), weights, alphabet) + Number(number.slice(17))) % 10 === 0
}
