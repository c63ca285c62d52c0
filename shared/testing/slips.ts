/** The slips a check digit is there for, made on purpose. Only tests use this file. */

/** Every text that differs from this one in exactly one digit: nine for each digit it has. */
export function withOneDigitChanged(number: string): string[] {
  return [...number].flatMap((character, place) =>
    [...'0123456789']
      .filter((digit) => /\d/.test(character) && digit !== character)
      .map((digit) => number.slice(0, place) + digit + number.slice(place + 1)),
  )
}

/** The texts that a rule accepts among this one followed by each possible check character. */
export function validCompletions(
  body: string,
  isValid: (number: string) => boolean,
  alphabet = '0123456789',
): string[] {
  return [...alphabet].map((character) => body + character).filter(isValid)
}
