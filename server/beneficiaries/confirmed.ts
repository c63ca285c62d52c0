import { type Issue, warningId } from '#shared/api/issue.ts'
import { Failure } from '../failure.ts'

/**
 * Lets pass only what a person has confirmed, each warning by its key.
 * @throws Failure WARNINGS_UNCONFIRMED with the warnings that are left
 */
export function requireConfirmed(warnings: readonly Issue[], confirmed: readonly string[]): void {
  const keys = new Set(confirmed)
  const left = warnings.filter((warning) => !keys.has(warningId(warning)))
  if (left.length === 0) return
  const detail = 'Look at each warning and confirm it, or change what it is about.'
  throw new Failure('WARNINGS_UNCONFIRMED', detail, { warnings: left })
}
