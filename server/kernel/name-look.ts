import unhomoglyph from 'unhomoglyph'

/* Names by their looks (UTS 39, 4: two look the same where their skeletons are equal), whatever their case and punctuation. */

/** The same for a name with a number behind it as for the name alone: people who share a name are numbered. */
export function lookOfName(name: string): string {
  const signs = [...name.normalize('NFKD')]
  // Before the digits are letters: a 1 looks like an l.
  const end = signs.findLastIndex((sign) => /[\p{L}\p{M}]/u.test(sign)) + 1
  return lookWithNumber(signs.slice(0, end).join('')) || lookWithNumber(name)
}

/** An i and an l are one, as their capitals look like it. */
export function lookWithNumber(name: string): string {
  return unhomoglyph(name.normalize('NFKD'))
    .toLowerCase()
    .replaceAll('i', 'l')
    .replace(/[\p{P}\p{S}\p{Z}]/gu, '')
}
