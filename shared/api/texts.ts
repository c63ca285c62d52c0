import * as z from 'zod/mini'

/** NUL, and half a surrogate pair. */
export const unkept = /[\0\p{Surrogate}]/u

/** The most characters (UTF-16 units) of any text that a rule reads or a database keeps; a longer one is refused whole, never cut. */
export const longestText = 2_000

/**
 * A text that every database gives back as it was: not too long, without NUL (SQLite would cut it there, PostgreSQL
 * refuse it) and without half a surrogate pair, which UTF-8 cannot write.
 */
export const storedText = z.string().check(
  z.maxLength(longestText),
  z.refine((text) => !unkept.test(text)),
  z.describe('Without NUL, and without half a surrogate pair.'),
)

/** Characters that show nothing, though they tell texts apart; the Braille blank is the one that no property names. */
export const unseen = /\ufeff|(?!\s)[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Whether there is nothing to read in a text. */
export function showsNothing(text: string): boolean {
  return text.replace(unseen, '').trim() === ''
}

/** Whether a text gives a reason: a single word, such as "ok", explains nothing. */
export function givesReason(text: string): boolean {
  const words = text
    .replace(unseen, '')
    .split(/\s/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  return words.length > 1
}

/** A text of which something can be read, without the blanks around it. */
export const readableText = storedText.check(
  z.overwrite((text) => (showsNothing(text) ? '' : text.trim())),
  z.minLength(1),
  z.describe('Not blank.'),
)

/** What every id of ours looks like, and every code that something is looked up by; nothing else is asked of the database. */
export const idPattern = /^[\w-]{1,64}$/

export const idText = z.string().check(z.regex(idPattern))

/** The kinds of the warnings of a payout that a person confirms. */
export const warningKinds = z.array(z.string().check(z.maxLength(64))).check(z.maxLength(64))
