import { type Remark, remarkKey } from '#shared/api/fault.ts'
import { Failure } from '../failure.ts'

/**
 * Lets pass what a person has confirmed.
 * @throws Failure WARNINGS_UNCONFIRMED with the warnings that are left
 */
export function requireConfirmed(warnings: readonly Remark[], confirmed: readonly string[]): void {
  const keys = new Set(confirmed)
  const left = warnings.filter((warning) => !keys.has(remarkKey(warning)))
  if (left.length === 0) return
  const detail = 'Read the warnings, and confirm those that are right as they are.'
  throw new Failure('WARNINGS_UNCONFIRMED', detail, { warnings: left })
}
