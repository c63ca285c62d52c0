import type { FieldName } from '#shared/payout/fields.ts'
import { meaningOf } from '#shared/payout/value-meaning.ts'
import type { Country, Method } from '#shared/rule-book/country.ts'
import { say } from '../language/rule-words.ts'

/** What a code stands for, in the page's language; a bank as it calls itself. Undefined where the code is the word itself. */
export function meaningWords(country: Country, method: Method, field: FieldName, value: string): string | undefined {
  const meaning = meaningOf(country, method, field, value)
  const words = meaning === undefined || field === 'bankName' ? meaning : say(meaning)
  return words?.toLowerCase() === value ? undefined : words
}
