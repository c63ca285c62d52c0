import * as z from 'zod/mini'

/** NUL, and half a surrogate pair. */
export const unkept = /[\0\p{Surrogate}]/u

/**
 * A text that every database gives back as it was: at most 2,000 characters, without NUL (SQLite would cut it there, PostgreSQL
 * refuse it) and without half a surrogate pair, which UTF-8 cannot write.
 */
export const storedText = z.string().check(
  z.maxLength(2_000),
  z.refine((text) => !unkept.test(text), 'There is a character in it that cannot be kept. Type it again.'),
)
