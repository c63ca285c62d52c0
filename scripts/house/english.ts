import { parseSync } from 'vite'
import { titlesIn } from './test-titles.ts'

/** Words that this code once used in a way of its own. A sentence without them names its subject, and says what it is or does. */
const words = [
  'stands?|nobody|somebody|whoever|tells|said|anew|mend(?:s|ed|ing)?|comes to|came to|how-many-th',
  // Replaced by the terms of the field: encryption, request, draft autosave, refetch.
  'seal(?:ed|ing)|hops?|\\w+Keeper|giveBack|putOnShelf|accountTypist|useOnceThere|inARow|persistently|readAnew|drawAfterPress',
]

const word = new RegExp(`\\b(?:${words.join('|')})\\b`, 'gi')

/** The words to avoid in a file's comments and in its test titles, in order. */
export function dialectIn(path: string, source: string): readonly string[] {
  const parsed = parseSync(path, source)
  const texts = parsed.comments.map(({ value }) => value.replace(/\n\s*\*?\s*/g, ' '))
  // Asking for the program makes its tree, which takes three times as long as the comments.
  if (/\.(test|spec)\./.test(path)) texts.push(...titlesIn(parsed.program))
  return texts.flatMap((text) => text.match(word) ?? [])
}
