import { weightedSum } from './weighted-sum.ts'

/**
 * CPF (cadastro de pessoas físicas), the number by which the Brazilian tax authority (Receita Federal) knows a person.
 *
 * 11 digits, the last two of which check the others. The first nine are weighted 10 down to 2, then the first ten 11
 * down to 2; each check digit is 11 minus the sum's remainder by 11, with 10 and 11 written as 0.
 *
 * One digit repeated eleven times satisfies that arithmetic, yet the authority issues no such number and people type it
 * to get past a form: it counts as wrong.
 *
 * Worked on 39053344705: 30+81+0+35+18+15+16+12+14 = 221 = 20 × 11 + 1, and 11 − 1 = 10, written 0; then
 * 33+90+0+40+21+18+20+16+21+0 = 259 = 23 × 11 + 6, and 11 − 6 = 5.
 */
export function hasValidCpfDigits(number: string): boolean {
  return (
    /^\d{11}$/.test(number) &&
    !/^(\d)\1*$/.test(number) &&
    number[9] === checkDigit(number.slice(0, 9), [10, 9, 8, 7, 6, 5, 4, 3, 2]) &&
    number[10] === checkDigit(number.slice(0, 10), [11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
  )
}

function checkDigit(body: string, weights: readonly number[]): string {
  const expected = 11 - (weightedSum(body, weights) % 11)
  return expected > 9 ? '0' : String(expected)
}
