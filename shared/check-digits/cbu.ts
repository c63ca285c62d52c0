import { fromTheRight, weightedSum } from './weighted-sum.ts'

/**
 * CBU (clave bancaria uniforme), the number of an Argentine bank account, and CVU, that of a virtual account at a
 * payment provider. A CVU is a CBU whose entity is 000: same length, same two check digits.
 *
 * 22 digits in two blocks, each closed by its own check digit:
 *
 *     285 0590 9 | 4009041813520 1
 *     │   │    │   │             └ checks the 13 digits before it
 *     │   │    │   └ account
 *     │   │    └ checks the 7 digits before it
 *     │   └ branch
 *     └ entity: the central bank's number of the bank, or 000 for a CVU
 *
 * Each block is weighted 3, 1, 7, 9 from its last digit leftwards; the check digit brings the sum to a multiple of ten.
 * Source: Banco Central de la República Argentina (for the CVU its communication A 6510 of 2018).
 *
 * Worked on the first block of 2850590940090418135201: 0·3 + 9·1 + 5·7 + 0·9 + 5·3 + 8·1 + 2·7 = 81, and 81 + 9 = 90.
 */
export function hasValidCbuDigits(number: string): boolean {
  return /^\d{22}$/.test(number) && closesWithCheckDigit(number.slice(0, 8)) && closesWithCheckDigit(number.slice(8))
}

function closesWithCheckDigit(block: string): boolean {
  const bodySum = weightedSum(fromTheRight(block.slice(0, -1)), [3, 1, 7, 9])
  return (bodySum + Number(block.slice(-1))) % 10 === 0
}
