import { fromTheRight, weightedDigitSum } from './weighted-sum.ts'

/**
 * The check digit at the end of a card number (a Mexican payout can go to a debit card), by Luhn's formula.
 *
 * From the last digit leftwards every second digit is doubled, a result of two digits counts as their sum, and all must
 * add up to a multiple of ten. It says nothing about length or issuer.
 *
 * Source: ISO/IEC 7812-1, annex B. Worked on 79927398713: 3+2+7+7+9+6+7+4+9+9+7 = 70.
 */
export function hasValidLuhnDigit(number: string): boolean {
  return /^\d{2,}$/.test(number) && weightedDigitSum(fromTheRight(number), [1, 2]) % 10 === 0
}
