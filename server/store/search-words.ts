import type { Details } from '#shared/api/details.ts'
import { folded } from '#shared/banks/folded.ts'
import { clean, textSteps } from '#shared/rule-book/cleaning.ts'

/** Longer ones are kept and compared by their beginning: an index of PostgreSQL takes no entry of over 2,700 bytes. */
const longestWord = 40
const longestNameKey = 400

/** The words of a text as they are searched: without case, accents, marks and what cannot be seen. */
export function searchWords(text: string): readonly string[] {
  const words = searchable(text).split(' ')
  return [...new Set(words.filter((word) => word !== '').map((word) => beginning(word, longestWord)))]
}

/** "first last" folded, for the order of names. */
export function nameKeyOf(details: Details): string {
  return beginning(searchable(nameOf(details)), longestNameKey)
}

/** First and last name as typed. */
export function nameOf({ beneficiaryFirstName = '', beneficiaryLastName = '' }: Partial<Details>): string {
  return `${beneficiaryFirstName} ${beneficiaryLastName}`.trim()
}

/** The first letters of a text, never half of one. */
export function beginning(text: string, letters: number): string {
  return Array.from(text).slice(0, letters).join('')
}

/** A sigma is written differently at the end of a word, which the beginning of a longer word is not. */
function searchable(text: string): string {
  return folded(clean(text, textSteps).value).replaceAll('ς', 'σ')
}
