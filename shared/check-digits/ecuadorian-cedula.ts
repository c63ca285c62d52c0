import { weightedDigitSum } from './weighted-sum.ts'

/**
 * Cédula de identidad, the number on the Ecuadorian identity card, issued by the civil registry.
 *
 * 10 digits: two for the province (01 to 24; 30 and 50 for those registered abroad), then a digit from 0 to 6, six of a
 * sequence and the check digit. The first nine are weighted 2, 1, 2, 1 …, a product of two digits counts as their sum,
 * and the check digit brings the total to a multiple of ten.
 *
 * Worked on 1714307103: 2+7+2+4+6+0+5+1+0 = 27, and 27 + 3 = 30.
 */
export function hasValidEcuadorianCedulaDigits(number: string): boolean {
  return /^(0[1-9]|1\d|2[0-4]|30|50)[0-6]\d{7}$/.test(number) && weightedDigitSum(number, [2, 1]) % 10 === 0
}
