import { type Issue, issueOn } from '#shared/api/issue.ts'
import type { ValueType } from '#shared/api/issue-codes.ts'
import { longestText } from '#shared/api/stored-text.ts'

/** The label of an error of no one field. */
export const wholeBody = 'The body'

/** A value of a type that JSON allows and its place does not. */
export function wrongType(field: string, label: string, expected: ValueType, value: unknown): Issue {
  const found = typeOf(value)
  const detail = `${label}: give ${wanted[expected] ?? names[expected]}; this is ${names[found]}.`
  return issueOn(field, 'wrong_type', { label, expected, found }, detail)
}

/** Whether it is a text that no rule may read: each is asked for this first, as reading takes time by the length. */
export function isTooLong(value: unknown): boolean {
  return typeof value === 'string' && value.length > longestText
}

/** A text, a list or a number that exceeds what its place takes. */
export function tooLong(field: string, label: string, max = longestText): Issue {
  return issueOn(field, 'too_long', { label, max }, `${label}: give at most ${max}.`)
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

const names: Readonly<Record<ValueType, string>> = {
  text: 'text',
  number: 'a number',
  flag: 'true or false',
  list: 'a list',
  object: 'an object',
  null: 'null',
  nothing: 'nothing',
  decimal: 'a decimal',
  something: 'something else',
}

/** What has to be said besides when it is asked for. */
const wanted: Partial<Readonly<Record<ValueType, string>>> = {
  text: 'text in quotes, so that no digit is lost',
  flag: 'true or false, without quotes',
  decimal: 'a number or decimal text such as "1500.50"',
  object: 'one JSON object',
}
