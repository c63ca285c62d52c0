import type { Request } from 'express'
import { Failure } from '../failure.ts'

/**
 * The Idempotency-Key of a request: 1 to 200 visible ASCII characters; undefined when there is none.
 * @throws Failure IDEMPOTENCY_KEY_INVALID
 */
export function idempotencyKeyOf(request: Request): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && isIdempotencyKey(key)) return key
  throw new Failure('IDEMPOTENCY_KEY_INVALID', 'Send one key of 1 to 200 visible ASCII characters, such as a UUID.')
}

/** Whether somebody can have sent this as a key. */
export function isIdempotencyKey(text: string): boolean {
  return /^[\x21-\x7e]{1,200}$/.test(text)
}
