import { weightedSum } from './weighted-sum.ts'

/**
 * RUC (registro único de contribuyentes), the Peruvian tax number, issued by the tax authority (SUNAT).
 *
 * 11 digits: two for the kind (10, 15, 16, 17 people; 20 companies), eight, one check digit. The first ten are weighted
 * 5 4 3 2 7 6 5 4 3 2; the check digit is the last digit of 11 minus the sum's remainder by 11, so that 10 is written 0
 * and 11 is written 1. The kind is not judged here.
 *
 * Worked on 20512333797: 10+0+15+2+14+18+15+12+21+18 = 125 = 11 × 11 + 4, and 11 − 4 = 7.
 */
export function hasValidPeruvianRucDigits(number: string): boolean {
  if (!/^\d{11}$/.test(number)) return false
  const remainder = weightedSum(number.slice(0, 10), [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11
  return number.slice(10) === String((11 - remainder) % 10)
}
