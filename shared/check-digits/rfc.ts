import { isCalendarDate } from './calendar-date.ts'
import { weightedSum } from './weighted-sum.ts'

/** A company's RFC, a letter shorter than a person's, counts as if it began with a space. */
const alphabet = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ'

/**
 * RFC (registro federal de contribuyentes), the Mexican tax number, issued by the tax service (SAT).
 *
 *     GODE 561231 GR 8      a person: 13 characters
 *      MAB 930714 8T 4      a company: 12
 *     │    │      │  └ check character: 0 to 9, or A for ten
 *     │    │      └ distinguishes taxpayers who agree so far
 *     │    └ date of birth or foundation, YYMMDD
 *     └ letters of the name; Ñ and & are possible
 *
 * The twelve characters before the check character are weighted 13 down to 2; it is 11 minus the sum's remainder by 11,
 * with 10 written A and 11 written 0. About 1.5 % of the RFCs in use fail this, so a failure is a reason to look twice.
 *
 * Source: SAT, how an RFC is generated, answer 0610100135506 (18 October 2006) to a request for public information.
 * XAXX010101000, the RFC of "the general public", fails too: rightly, as no one can be paid under it.
 * Worked on GODE561231GR8: its first twelve add up to 1026 = 93 × 11 + 3, and 11 − 3 = 8.
 */
export function hasValidRfcDigits(number: string): boolean {
  return /^[A-ZÑ&]{3,4}\d{6}[A-Z\d]{2}[\dA]$/.test(number) && hasDate(number.slice(-9, -3)) && hasCheckCharacter(number)
}

/** The century is not written; 2000 was a leap year and 1900 was not, so the later one lets every real date pass. */
function hasDate(yymmdd: string): boolean {
  return isCalendarDate(2000 + Number(yymmdd.slice(0, 2)), Number(yymmdd.slice(2, 4)), Number(yymmdd.slice(4, 6)))
}

function hasCheckCharacter(number: string): boolean {
  const body = number.slice(0, -1).padStart(12, ' ')
  const remainder = weightedSum(body, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2], alphabet) % 11
  return number.slice(-1) === '0A987654321'[remainder]
}
