import { cciPrefixOfBank } from '#shared/banks/peru.ts'

/* Numbers that name the same person or account as another one does: for sums of what a payee gets. */

/** A document as one that its person has too, where it names that; with its check digit and without, where people leave it out. */
export function personNumbers(country: string | undefined, document: string, type: unknown): readonly string[] {
  const number = document.replace(/[^\p{L}\p{N}]/gu, '')
  return (country === undefined ? undefined : documentsOf[country])?.(number, type) ?? [number]
}

const documentsOf: Readonly<Record<string, (number: string, type: unknown) => readonly string[]>> = {
  CL: withAndWithoutLast,
  // The NIT of a person is their cédula and a check digit.
  CO: (number, type) => (type === '03' ? withAndWithoutLast(number) : [number]),
  // The RUC of a person is their cédula and three digits of the place; others have no cédula.
  EC: (number) => [/^\d{13}$/.test(number) ? number.slice(0, 10) : number],
  // The RUC of a person is their DNI between 10 and a check digit.
  PE: (number) => [/^10\d{9}$/.test(number) ? number.slice(2, 10) : number],
}

function withAndWithoutLast(number: string): readonly string[] {
  return [number, number.slice(0, -1)].filter((one) => one !== '')
}

interface AccountAtBank {
  /** Its code, where it is known. */
  readonly bank: string
  readonly account: string
}

/** What an account is known by besides its number. */
export function otherAccountKeys(country: unknown, { bank, account }: AccountAtBank): readonly (readonly string[])[] {
  if (country !== 'PE') return []
  const number = account.replace(/\P{Nd}/gu, '')
  const ends = number.length === 20 ? endsOfTwenty(number) : [endOf(cciPrefixOfBank[bank], number)]
  return ends.flatMap((end) => (end === undefined ? [] : [end]))
}

/** So many digits at the end of the banks' own numbers are the last ones of the account in the CCI too; before these each bank has its own way. */
const digitsAtEnd = 7

/** Of a CCI, whose last two digits check the others; or of BBVA's own number with 0 before the code of the bank, which has as many digits. */
function endsOfTwenty(number: string): ReturnType<typeof endOf>[] {
  const cci = endOf(number.slice(0, 3), number.slice(0, -2))
  return number.startsWith('0011') ? [cci, endOf(number.slice(1, 4), number)] : [cci]
}

function endOf(bank: string | undefined, number: string): readonly string[] | undefined {
  return bank === undefined ? undefined : ['end', bank, number.slice(-digitsAtEnd)]
}
