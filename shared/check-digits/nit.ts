import { fromTheRight, weightedSum } from './weighted-sum.ts'

/**
 * NIT (número de identificación tributaria), the Colombian tax number, here with its check digit as the last digit.
 * Issued by the tax authority (DIAN); a person's NIT is the number of the identity card, so lengths differ.
 *
 * The digits before the check digit are weighted 3, 7, 13, 17 … from the right. The sum's remainder by 11 is the check
 * digit when it is 0 or 1; otherwise 11 minus the remainder is.
 *
 * Source: DIAN, Orden Administrativa 4 of 1989. Worked on 890.903.938-8: its sum is 1081 = 98 × 11 + 3, and 11 − 3 = 8.
 */
export function hasValidNitDigits(number: string): boolean {
  if (!/^\d{6,16}$/.test(number)) return false
  const weights = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71]
  const remainder = weightedSum(fromTheRight(number.slice(0, -1)), weights) % 11
  return number.slice(-1) === String(remainder < 2 ? remainder : 11 - remainder)
}
