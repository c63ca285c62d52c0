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

/** What every id of ours looks like, and every code that something is looked up by; nothing else is asked of the database. */
export const idPattern = /^[\w-]{1,64}$/

export const idText = z.string().check(z.regex(idPattern))
