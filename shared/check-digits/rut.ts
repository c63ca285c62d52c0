import { fromTheRight, weightedSum } from './weighted-sum.ts'

/**
 * RUT (rol único tributario), the Chilean tax number; for a person it equals the RUN, the number on the identity card.
 * Issued by the tax service (SII) and the civil registry.
 *
 * A body of up to eight digits, then the dígito verificador: a digit or K. The body is weighted 2 to 7, again and again,
 * from its last digit leftwards; the check digit is 11 minus the sum's remainder by 11, with 11 written 0 and 10 written K.
 *
 * Worked on 12.531.909-2: 9·2 + 0·3 + 9·4 + 1·5 + 3·6 + 5·7 + 2·2 + 1·3 = 119 = 10 × 11 + 9, and 11 − 9 = 2.
 */
export function hasValidRutDigits(number: string): boolean {
  if (!/^\d{1,8}[\dK]$/.test(number)) return false
  const body = number.slice(0, -1)
  return Number(body) > 0 && number.slice(-1) === checkCharacter(body)
}

function checkCharacter(body: string): string | undefined {
  const remainder = weightedSum(fromTheRight(body), [2, 3, 4, 5, 6, 7]) % 11
  return '0K987654321'[remainder]
}
