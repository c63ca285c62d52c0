import type { Details } from '#shared/api/details.ts'
import type { Issue } from '#shared/api/issue.ts'
import { isPlainMatch, validationIssue } from '#shared/api/validation-issue.ts'
import type { Encryption } from '../store/encryption.ts'
import type { Transaction } from '../store/store.ts'
import { newestValidationThatRan } from '../store/validation-rows.ts'
import { questionHash, questionsOf } from './question-hash.ts'

/**
 * What the checks of exactly these details raise against paying: an outcome that is not a plain match stands until a person
 * confirms it, or a newer check of the same matches. Test mode, which always matches, says nothing.
 */
export async function validationWarnings(
  db: Transaction['db'],
  { encryption }: { readonly encryption: Encryption },
  details: Details,
): Promise<readonly Issue[]> {
  const warnings: Issue[] = []
  for (const question of questionsOf(details)) {
    const check = await newestValidationThatRan(db, questionHash(encryption, question))
    if (check !== undefined && !isPlainMatch(check))
      warnings.push(validationIssue({ ...check, correlationId: check.correlation_id ?? '' }))
  }
  return warnings
}
