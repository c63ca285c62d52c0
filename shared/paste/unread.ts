import type { MessageParts } from './country-message.ts'
import type { FoundField } from './found.ts'
import type { Span, Words } from './pasted-text.ts'

/** A shorter number is a date, a count or an age. */
const fewestDigits = 5

/** What of a message looks like a detail of a payment, and is in none of the fields. */
export function unreadIn(
  { amounts, emails, message, runs }: MessageParts,
  fields: readonly FoundField[],
): readonly Words[] {
  const numbers = runs.filter(({ isWhole, digits, isSpoken }) => isWhole && digits >= fewestDigits && !isSpoken)
  const spans: readonly Span[] = [...emails, ...numbers, ...amounts.filter(({ isBare }) => !isBare)]
  const all = spans.map((span) => message.wordsAt(span)).toSorted((a, b) => a.start - b.start || b.end - a.end)
  const shown = [...fields.map(({ words }) => words)]
  return all.filter((words) => {
    if (shown.some(({ start, end }) => start < words.end && words.start < end)) return false
    shown.push(words)
    return true
  })
}
