import type { Request } from 'express'
import type * as z from 'zod/mini'
import type { Fault } from '#shared/api/fault.ts'
import { idPattern } from '#shared/api/id-text.ts'
import { Failure } from '../failure.ts'
import { valueOrFailure } from './reading.ts'

/**
 * The body of a request, by the schema of its endpoint.
 * @throws Failure FIELDS_INVALID with a fault for each thing that the schema does not take
 */
export function bodyBySchema<Body>(request: Request, schema: z.ZodMiniType<Body>): Body {
  const parsed = schema.safeParse(request.body)
  if (parsed.success) return parsed.data
  return valueOrFailure({ ok: false, faults: parsed.error.issues.flatMap((issue) => faultsOf(issue, request.body)) })
}

/**
 * The query of an address, by a schema; each name at most once.
 * @throws Failure FIELDS_INVALID
 */
export function queryBySchema<Query>(request: Request, schema: z.ZodMiniType<Query>): Query {
  const parsed = schema.safeParse({ ...request.query })
  if (parsed.success) return parsed.data
  return valueOrFailure({ ok: false, faults: parsed.error.issues.flatMap((issue) => faultsOf(issue, request.query)) })
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

function faultsOf(issue: z.core.$ZodIssue, body: unknown): readonly Fault[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') return issue.keys.map((name) => unknownField(path, name))
  const field = path.at(-1) ?? ''
  const within = path.slice(0, -1).join('/')
  const place = within === '' ? { field } : { within, field }
  const { code, params, advice } = said(issue, body)
  return [{ ...place, code, params, detail: `${field === '' ? 'The body' : field}: ${advice}` }]
}

function unknownField(path: readonly string[], name: string): Fault {
  const place = path.length === 0 ? {} : { within: path.join('/') }
  const detail = `There is no field “${name}” here. Leave it out.`
  return { ...place, field: name, code: 'unknown_field', params: { name }, detail }
}

interface Said {
  readonly code: string
  readonly params: Fault['params']
  readonly advice: string
}

function said(issue: z.core.$ZodIssue, body: unknown): Said {
  if (issue.code === 'too_big') {
    const max = Number(issue.maximum)
    return { code: 'too_long', params: { max }, advice: `give at most ${max}.` }
  }
  if (issue.code === 'too_small') {
    const min = Number(issue.minimum)
    return { code: 'too_short', params: { min }, advice: `give at least ${min}.` }
  }
  if (issue.code === 'invalid_value') {
    const allowed = issue.values.map(String)
    return { code: 'not_allowed', params: { allowed }, advice: `use one of ${allowed.join(', ')}.` }
  }
  if (issue.code !== 'invalid_type') return { code: 'wrong_value', params: {}, advice: 'this value does not fit.' }
  const { expected } = issue
  if (isMissing(body, issue.path)) return { code: 'missing', params: { expected }, advice: 'is missing.' }
  return { code: 'wrong_type', params: { expected }, advice: `give this as ${expected}.` }
}

function isMissing(body: unknown, path: readonly PropertyKey[]): boolean {
  const found = path.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    body,
  )
  return path.length > 0 && found === undefined
}
