import type * as z from 'zod/mini'
import { type Issue, issueOn, type ParseResult } from '#shared/api/issue.ts'
import type { ValueType } from '#shared/api/issue-codes.ts'
import { tooLong, wholeBody, wrongType } from '#shared/payout/typed-value.ts'
import { Failure } from '../kernel/failure.ts'

/**
 * The value of what was read.
 * @throws Failure FIELDS_INVALID with every error at once
 */
export function valueOrFailure<Value>(reading: ParseResult<Value>): Value {
  if (reading.ok) return reading.value
  throw new Failure('FIELDS_INVALID', { errors: reading.errors })
}

/**
 * Reads a query by a schema.
 * @throws Failure MALFORMED_REQUEST for a parameter that is given more than once, FIELDS_INVALID
 */
export function readQuery<Value>(schema: z.ZodMiniType<Value>, query: Readonly<Record<string, unknown>>): Value {
  const [field] = Object.keys(query).filter((name) => Array.isArray(query[name]))
  if (field !== undefined) throw new Failure('MALFORMED_REQUEST', { params: { why: 'twice', field } })
  return valueOrFailure(readBySchema(schema, { ...query }))
}

/** Reads a body or a query by a schema, with an error for each thing that the schema does not take. */
export function readBySchema<Value>(schema: z.ZodMiniType<Value>, value: unknown): ParseResult<Value> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return { ok: true, value: parsed.data }
  return { ok: false, errors: parsed.error.issues.flatMap((issue) => errorsOf(issue, value)) }
}

function errorsOf(issue: z.core.$ZodIssue, body: unknown): readonly Issue[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') return issue.keys.map((name) => unknownField(path, name))
  if (issue.code === 'invalid_union') return errorsOfClosest(issue, body)
  const field = path.at(-1) ?? ''
  const within = path.slice(0, -1).join('/')
  const place = within === '' ? { field } : { within, field }
  return [{ ...errorOf(issue, body, field), ...place }]
}

/** What is wrong with a value that may be one of several, by the one that it resembles most. */
function errorsOfClosest({ path, errors }: z.core.$ZodIssueInvalidUnion, body: unknown): readonly Issue[] {
  const [closest = []] = errors.toSorted((a, b) => a.length - b.length)
  return closest.flatMap((issue) => errorsOf({ ...issue, path: [...path, ...issue.path] }, body))
}

function unknownField(path: readonly string[], name: string): Issue {
  const place = path.length === 0 ? {} : { within: path.join('/') }
  return { ...place, ...issueOn(name, 'unknown_field', { name }) }
}

function errorOf(issue: z.core.$ZodIssue, body: unknown, field: string): Issue {
  // One of a list has no name but its place.
  const label = typeof issue.path.at(-1) === 'number' ? issue.path.join('/') : field || wholeBody
  switch (issue.code) {
    case 'too_big':
      return tooLong(field, label, Number(issue.maximum))
    case 'too_small':
      return issueOn(field, 'too_short', {
        label,
        min: Number(issue.minimum),
        ...(issue.origin === 'string' && { unit: 'characters' }),
      })
    case 'invalid_value':
      return issueOn(field, 'not_allowed', { label, allowed: issue.values.map(String) })
    case 'invalid_type': {
      const found = valueAt(body, issue.path)
      if (issue.path.length > 0 && found === undefined) return issueOn(field, 'missing', { label, act: 'give' })
      return wrongType(field, label, types[issue.expected] ?? 'something', found)
    }
    default:
      return issueOn(field, 'wrong_value', { label })
  }
}

/** What the schemas call the types of JSON. */
const types: Readonly<Record<string, ValueType>> = {
  string: 'text',
  number: 'number',
  int: 'whole',
  boolean: 'flag',
  array: 'list',
  object: 'object',
  record: 'object',
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    body,
  )
}
