import { previewPayout } from '#shared/payout/read-entry.ts'

/** A bare entry of the interface, as the golden file and `POST /api/payout-previews` have it. */
export type Entry = Readonly<Record<string, unknown>>

/**
 * The golden file: a line for each entry with its request, keys in the order in which they are sent. Invisible and easily confused
 * characters are \u escapes, so that a person can review them.
 */
export const goldenFile = new URL('golden-requests.jsonl', import.meta.url)

/** The line of an entry as the rules are today; an entry that they refuse has its errors in place of the request. */
export function goldenLine(entry: Entry): string {
  const reading = previewPayout(entry)
  const answer = reading.ok
    ? { request: reading.value.request }
    : { errors: reading.errors.map(({ field, code }) => `${field} ${code}`) }
  return JSON.stringify({ entry, ...answer }).replace(hardToSee, escaped)
}

const hardToSee = /(?! )[\p{C}\p{M}\p{Z}\u2010-\u2015\u2212]/gu

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, place) => character.charCodeAt(place).toString(16))
    .map((code) => `\\u${code.padStart(4, '0')}`)
    .join('')
}
