/*
 * Letters by which a name passes for another one. Unicode's properties say which letters are of which script;
 * its table of letters that look alike is not among them, so a whole word in another script is taken as it is.
 */

/**
 * The scripts whose letters are taken for each other's, such as the a of Latin and of Cyrillic, or the o of Greek and of Armenian, and what
 * is stray among them: punctuation, digits and accents are of no script; Chinese characters look like no letter, and may be beside names.
 */
const scripts = [
  [/\p{sc=Latin}/gu, /[^\p{scx=Latin}\p{scx=Common}\p{sc=Inherited}\p{Unified_Ideograph}]/u],
  [/\p{sc=Cyrillic}/gu, /[^\p{scx=Cyrillic}\p{scx=Common}\p{sc=Inherited}\p{Unified_Ideograph}]/u],
  [/\p{sc=Greek}/gu, /[^\p{scx=Greek}\p{scx=Common}\p{sc=Inherited}\p{Unified_Ideograph}]/u],
  [/\p{sc=Armenian}/gu, /[^\p{scx=Armenian}\p{scx=Common}\p{sc=Inherited}\p{Unified_Ideograph}]/u],
] as const

/** Small capitals and other signs of phonetics: of the Latin script, but no name has them, as they have no capital. */
const phonetic = /(?!\p{Changes_When_Uppercased})(?=\p{Ll})\p{sc=Latin}/u

const plain = /^[\x20-\x7e\xa0-\xff]*$/

/**
 * A letter of another script than its word, or of none that names are written in: only an impersonator mixes scripts within a word.
 * Undefined where every word keeps to its letters.
 */
export function strayLetterIn(text: string): string | undefined {
  if (plain.test(text)) return undefined
  for (const word of text.split(/\s/u)) {
    const stray = phonetic.exec(word)?.[0] ?? strayIn(word)
    if (stray !== undefined) return stray
  }
  return undefined
}

/** The word is of the script that most of its letters have. */
function strayIn(word: string): string | undefined {
  const counted = scripts.map(([own, stray]) => ({ stray, count: word.match(own)?.length ?? 0 }))
  const [most] = counted.toSorted((one, other) => other.count - one.count)
  return most === undefined || most.count === 0 ? undefined : most.stray.exec(word)?.[0]
}

/** How a character is named that cannot be seen or told from another, such as U+200B. */
export function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
