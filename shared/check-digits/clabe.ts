import { weightedSum } from './weighted-sum.ts'

/**
 * CLABE (clave bancaria estandarizada), the number of a Mexican account for transfers between banks. The standard is
 * kept by the bankers' association (ABM) for the central bank's system SPEI.
 *
 * 18 digits: three for the bank, three for the city, eleven for the account, one check digit. The first seventeen are
 * weighted 3, 7, 1 again and again, and the check digit brings the sum to a multiple of ten. Bank and city are not judged
 * here: institutions join faster than any list of them is updated.
 *
 * Worked on 032180000118359719: the sum of its first seventeen is 181, and 181 + 9 = 190.
 */
export function hasValidClabeDigits(number: string): boolean {
  if (!/^\d{18}$/.test(number)) return false
  return (weightedSum(number.slice(0, 17), [3, 7, 1]) + Number(number.slice(17))) % 10 === 0
}
