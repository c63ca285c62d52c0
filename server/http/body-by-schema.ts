import type { Request } from 'express'
import type * as z from 'zod/mini'
import { idPattern } from '#shared/api/id-text.ts'
import { type Issue, issueOn } from '#shared/api/issue.ts'
import type { ValueType } from '#shared/api/issue-codes.ts'
import { tooLong, wholeBody, wrongType } from '#shared/payout/wrong-type.ts'
import { Failure } from '../failure.ts'
import { valueOrFailure } from './reading.ts'

/**
 * The body of a request, by the schema of its endpoint.
 * @throws Failure FIELDS_INVALID with a error for each thing that the schema does not take
 */
export function bodyBySchema<Body>(request: Request, schema: z.ZodMiniType<Body>): Body {
  const parsed = schema.safeParse(request.body)
  if (parsed.success) return parsed.data
  return valueOrFailure({ ok: false, errors: parsed.error.issues.flatMap((issue) => errorsOf(issue, request.body)) })
}

/**
 * The query of an address, by a schema; each name at most once.
 * @throws Failure FIELDS_INVALID
 */
export function queryBySchema<Query>(request: Request, schema: z.ZodMiniType<Query>): Query {
  const parsed = schema.safeParse({ ...request.query })
  if (parsed.success) return parsed.data
  return valueOrFailure({ ok: false, errors: parsed.error.issues.flatMap((issue) => errorsOf(issue, request.query)) })
}

/**
 * The part of an address that stands for `:id`.
 * @throws Failure NOT_FOUND for what no id of ours looks like
 */
export function idInPath(request: Request): string {
  const { id } = request.params
  if (typeof id === 'string' && idPattern.test(id)) return id
  throw new Failure('NOT_FOUND', 'There is nothing at this address.')
}

function errorsOf(issue: z.core.$ZodIssue, body: unknown): readonly Issue[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') return issue.keys.map((name) => unknownField(path, name))
  const field = path.at(-1) ?? ''
  const within = path.slice(0, -1).join('/')
  const place = within === '' ? { field } : { within, field }
  return [{ ...errorOf(issue, body, field), ...place }]
}

function unknownField(path: readonly string[], name: string): Issue {
  const place = path.length === 0 ? {} : { within: path.join('/') }
  return { ...place, ...issueOn(name, 'unknown_field', { name }, `There is no field “${name}”. Leave it out.`) }
}

function errorOf(issue: z.core.$ZodIssue, body: unknown, field: string): Issue {
  const label = field === '' ? wholeBody : field
  switch (issue.code) {
    case 'too_big':
      return tooLong(field, label, Number(issue.maximum))
    case 'too_small': {
      const min = Number(issue.minimum)
      return issueOn(field, 'too_short', { label, min }, `${label}: give at least ${min}.`)
    }
    case 'invalid_value': {
      const allowed = issue.values.map(String)
      return issueOn(field, 'not_allowed', { label, allowed }, `${label}: use one of ${allowed.join(', ')}.`)
    }
    case 'invalid_type': {
      const found = valueAt(body, issue.path)
      if (issue.path.length > 0 && found === undefined)
        return issueOn(field, 'missing', { label, act: 'give' }, `${label}: is missing.`)
      return wrongType(field, label, types[issue.expected] ?? 'something', found)
    }
    default:
      return issueOn(field, 'wrong_value', { label }, `${label}: this value does not fit.`)
  }
}

/** What the schemas call the types of JSON. */
const types: Readonly<Record<string, ValueType>> = {
  string: 'text',
  number: 'number',
  int: 'number',
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
