import { hasValidEcuadorianCedulaDigits } from './ecuadorian-cedula.ts'

/**
 * RUC (registro único de contribuyentes), the Ecuadorian tax number, issued by the tax service (SRI).
 *
 * 13 digits; the third shows the kind of taxpayer. A person's RUC is the cédula followed by the establishment, which counts from
 * 001. A public body has 6 there, a company or a foreigner 9: their numbers once carried a check digit, but the SRI ran
 * out of numbers that satisfy it and has issued others since, so only the shape is judged. (Cédulas have reached 6 as
 * well; such a person's RUC cannot be told from that of a public body, whose establishment has four digits.)
 *
 * Worked on 1714307103001: the cédula 1714307103 holds and the establishment is 001. 1792060346001 has 9 in third place.
 */
export function hasValidEcuadorianRucDigits(number: string): boolean {
  if (!/^(0[1-9]|1\d|2[0-4]|30|50)\d{11}$/.test(number)) return false
  if (number[2] === '6') return !number.endsWith('0000')
  if (number.endsWith('000')) return false
  return number[2] === '9' || hasValidEcuadorianCedulaDigits(number.slice(0, 10))
}
