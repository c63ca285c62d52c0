import unhomoglyph from 'unhomoglyph'

/* What looks like a letter or a digit, as that: to see that two texts are two spellings of one. What is sent or shown stays as it was typed. */

/** In the digits and letters that keyboards have. */
export function plainCharacters(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  return [...withoutFrames(text).normalize('NFKC')].map(plainCharacter).join('')
}

/** A word of a name by its looks (UTS 39, 4), whatever its case: an i and an l are one, as their capitals look like it. */
export function lookOfWord(word: string): string {
  return unhomoglyph(plainCharacters(word.toLowerCase())).toLowerCase().replaceAll('i', 'l')
}

/** Digits and letters in black circles and squares, which the compatibility forms of Unicode leave as they are. */
export function withoutFrames(text: string): string {
  return text.replace(/[\p{No}\p{So}]/gu, (sign) => framedSign(sign.codePointAt(0) ?? 0) ?? sign)
}

/** Each row: the first of them, what that is, and how many follow one another. */
const framedNumbers = [
  [0x1369, 1, 9],
  [0x19da, 1, 1],
  [0x24eb, 11, 10],
  [0x24f5, 1, 10],
  [0x24ff, 0, 1],
  [0x2776, 1, 10],
  [0x2780, 1, 10],
  [0x278a, 1, 10],
  [0x10a40, 1, 4],
  [0x10e60, 1, 9],
  [0x11052, 1, 9],
  [0x1f10b, 0, 1],
  [0x1f10c, 0, 1],
] as const

/** The A of each alphabet: in black circles, in black squares, and as the letters of flags. */
const framedAlphabets = [0x1f150, 0x1f170, 0x1f1e6]

function framedSign(sign: number): string | undefined {
  for (const [first, value, count] of framedNumbers)
    if (sign >= first && sign < first + count) return String(value + sign - first)
  const alphabet = framedAlphabets.find((first) => sign >= first && sign < first + 26)
  return alphabet === undefined ? undefined : String.fromCodePoint(0x41 + sign - alphabet)
}

/** The look of its small letter, or of its capital where that is one of a keyboard. */
function plainCharacter(character: string): string {
  if (/[\x20-\x7e]/.test(character)) return character
  if (/\p{Nd}/u.test(character)) return europeanDigit(character)
  const looks = [character, character.toUpperCase()].map(lookWithoutMarks)
  return looks.find((look) => /^[\x20-\x7e]+$/.test(look)) ?? character
}

function lookWithoutMarks(character: string): string {
  return unhomoglyph(character).normalize('NFKD').replace(/\p{M}/gu, '')
}

/** The digits of each script follow one another, from its zero on. */
function europeanDigit(digit: string): string {
  const place = digit.codePointAt(0) ?? 0
  let zero = place
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((place - zero) % 10)
}
