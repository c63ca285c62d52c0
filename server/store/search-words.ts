import { folded } from '#shared/banks/folded.ts'
import type { Entry } from '#shared/payout/entry.ts'
import type { FieldTable } from '#shared/payout/fields.ts'
import { clean, textSteps } from '#shared/rule-book/cleaning.ts'

/** Longer ones are saved and compared by their beginning: an index of PostgreSQL takes no entry of over 2,700 bytes. */
const longestWord = 40
const longestNameKey = 400
const longestReference = 200

/** The words of a text as they are searched: without case, accents, marks and what cannot be seen. */
export function searchWords(text: string): readonly string[] {
  const words = searchable(text).split(' ')
  return [...new Set(words.filter((word) => word !== '').map((word) => beginning(word, longestWord)))]
}

/** A name folded, for the order of names. */
export function nameKeyOf(name: string): string {
  return beginning(searchable(name), longestNameKey)
}

/** The name of who is paid, as typed: all fields of it in their order. */
export function nameOf(entry: Entry, fields: FieldTable): string {
  const values: Readonly<Record<string, unknown>> = entry
  const names = Object.keys(fields).filter((name) => fields[name]?.search === 'name')
  return names
    .map((name) => values[name])
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ')
    .trim()
}

/** A reference by which it is found: without case and spaces. */
export function referenceKey(reference: string): string {
  return beginning(reference.toLowerCase().replace(/\s/gu, ''), longestReference)
}

/** A number by which it is found: only its digits and letters, however it is grouped. */
export function numberKey(number: string): string {
  return number.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
}

/** The first letters of a text, never half of one. */
export function beginning(text: string, letters: number): string {
  return Array.from(text).slice(0, letters).join('')
}

/** A sigma is written differently at the end of a word, which the beginning of a longer word is not. */
function searchable(text: string): string {
  return folded(clean(text, textSteps).value).replaceAll('ς', 'σ')
}
