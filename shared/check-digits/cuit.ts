import { weightedSum } from './weighted-sum.ts'

/**
 * CUIT (clave única de identificación tributaria), the Argentine tax number, and CUIL, its twin for employees: same
 * shape, same check digit. Issued by the tax agency (AFIP, since 2024 ARCA) and by ANSES.
 *
 * 11 digits: two for the kind (20, 23, 24, 27 people; 30, 33, 34 companies; others since), eight for the DNI or a
 * sequence, one check digit. The first ten are weighted 5 4 3 2 7 6 5 4 3 2; the check digit is 11 minus the sum's
 * remainder by 11, with 11 written as 0. The kind is not checked here: new ones are added from time to time.
 *
 * Where the result is 10 the agency chooses another kind (20 becomes 23) so that it does not occur; old software wrote 9
 * for it. We accept that 9, because to doubt a number in use is worse than to pass a slip.
 *
 * Worked on 33693450239, the agency's own: 15+12+18+18+21+24+25+0+6+6 = 145 = 13 × 11 + 2, and 11 − 2 = 9.
 */
export function hasValidCuitDigits(number: string): boolean {
  if (!/^\d{11}$/.test(number)) return false
  const expected = 11 - (weightedSum(number.slice(0, 10), [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)
  return number.slice(10) === checkDigitFor(expected)
}

function checkDigitFor(expected: number): string {
  if (expected === 11) return '0'
  if (expected === 10) return '9'
  return String(expected)
}
