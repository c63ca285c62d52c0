import { type Issue, issueOn } from '#shared/api/issue.ts'
import type { ValueType } from '#shared/api/issue-codes.ts'
import { longestText } from '#shared/api/texts.ts'
import type { Message } from '#shared/language/message.ts'

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

/** A visible character: a text without one is blank. */
const seen = /[^\s\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Two searches, as one expression for both sides of the hyphen would try each of the spaces for either. */
function isBlankText(text: string): boolean {
  const first = text.search(seen)
  return first < 0 || (text[first] === '-' && !seen.test(text.slice(first + 1)))
}

/** The label of an error of no one field. */
export const wholeBody: Message = { id: 'field.body' }

/** A value of a type that JSON allows and its place does not. */
export function wrongType(field: string, label: Message | string, expected: ValueType, value: unknown): Issue {
  return issueOn(field, 'wrong_type', { label, expected, found: typeOf(value) })
}

/** Whether it is a text that no rule may read: each is asked for this first, as reading takes time by the length. */
export function isTooLong(value: unknown): boolean {
  return typeof value === 'string' && value.length > longestText
}

/** A text, a list or a number that exceeds what its place takes. */
export function tooLong(field: string, label: Message | string, max = longestText): Issue {
  return issueOn(field, 'too_long', { label, max })
}

function typeOf(value: unknown): ValueType {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : types[typeof value]
}

const types = {
  string: 'text',
  number: 'number',
  boolean: 'flag',
  object: 'object',
  undefined: 'nothing',
  bigint: 'number',
  symbol: 'something',
  function: 'something',
} as const
