import type { IncomingHttpHeaders } from 'node:http'
import * as z from 'zod/mini'
import type { ProblemParams } from '#shared/api/problem.ts'
import { Failure } from '../kernel/failure.ts'

/** What an Idempotency-Key may be: 1 to 200 visible ASCII characters. */
export const idempotencyKeyText = z.string().check(z.regex(/^[!-~]{1,200}$/))

/**
 * The Idempotency-Key of a request; undefined when there is none.
 * @throws Failure IDEMPOTENCY_KEY_INVALID
 */
export function idempotencyKeyIn(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  const read = idempotencyKeyText.safeParse(key)
  if (read.success) return read.data
  throw new Failure('IDEMPOTENCY_KEY_INVALID')
}

/**
 * The version that a write is meant for, from If-Match: "7"; a proxy that compresses may have made the ETag a weak one, W/"7".
 * @throws Failure VERSION_REQUIRED without one, or with one that is not ours
 */
export function versionIn(headers: IncomingHttpHeaders, params: ProblemParams = {}): number {
  const match = /^(?:W\/)?"(\d{1,9})"$/.exec(headers['if-match'] ?? '')
  if (match === null) throw new Failure('VERSION_REQUIRED', { params })
  return Number(match[1])
}

/**
 * The same, of what may be new: undefined with If-None-Match: *
 * @throws Failure VERSION_REQUIRED
 */
export function versionIfAnyIn(headers: IncomingHttpHeaders): number | undefined {
  return headers['if-none-match'] === '*' ? undefined : versionIn(headers, { why: 'new' })
}
