import { type Issue, issueOn } from '#shared/api/issue.ts'
import type { ValueType } from '#shared/api/issue-codes.ts'
import { longestText } from '#shared/api/stored-text.ts'
import type { Message } from '#shared/language/message.ts'

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
