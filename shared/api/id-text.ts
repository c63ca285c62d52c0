import * as z from 'zod/mini'

/** What every id of ours looks like, and every code that something is looked up by; nothing else is asked of the database. */
export const idPattern = /^[\w-]{1,64}$/

export const idText = z.string().check(z.regex(idPattern))
