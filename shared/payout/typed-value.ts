/** An entry as it comes, of any shape: field names of the interface, values as typed or pasted. */
export type RawEntry = Readonly<Record<string, unknown>>

/** Left out, blank, or the lone hyphen with which the interface marks a field that holds nothing. */
export function isBlank(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && /^[\s\p{Cf}\p{Cc}]*-?[\s\p{Cf}\p{Cc}]*$/u.test(value))
}

/** The same, but a hyphen counts as a value: for free texts, where it is no mark. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && /^[\s\p{Cf}\p{Cc}]*$/u.test(value))
}
