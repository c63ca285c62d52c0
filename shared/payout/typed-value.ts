/** Left out, blank, or the lone hyphen with which the interface marks a field that holds nothing. */
export function isBlank(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && !beginsPlainly.test(value) && isBlankText(value))
}

/** The same, but a hyphen counts as a value: for free texts, where it is no mark. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && !seen.test(value))
}

/** Most values; the rest is looked at as a whole. */
const beginsPlainly = /^[0-9A-Za-z]/

const seen = /[^\s\p{Cf}\p{Cc}]/u

/** Two searches, as one expression for both sides of the hyphen would try each of the spaces for either. */
function isBlankText(text: string): boolean {
  const first = text.search(seen)
  return first < 0 || (text[first] === '-' && !seen.test(text.slice(first + 1)))
}
