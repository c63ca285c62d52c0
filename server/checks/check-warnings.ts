import { checkRemark, isPlainMatch } from '#shared/api/check-remark.ts'
import type { Details } from '#shared/api/details.ts'
import type { OwnRemark } from '#shared/api/fault.ts'
import { newestCheckThatRan } from '../store/check-rows.ts'
import type { Sealing } from '../store/sealing.ts'
import type { Transaction } from '../store/store.ts'
import { questionHash, questionsOf } from './question-hash.ts'

/**
 * What the checks of exactly these details raise against paying: an outcome that is not a plain match stands until a person
 * confirms it, or a newer check of the same matches. Test mode, which always matches, says nothing.
 */
export async function checkWarnings(
  db: Transaction['db'],
  { sealing }: { readonly sealing: Sealing },
  details: Details,
): Promise<readonly OwnRemark[]> {
  const warnings: OwnRemark[] = []
  for (const question of questionsOf(details)) {
    const check = await newestCheckThatRan(db, questionHash(sealing, question))
    if (check !== undefined && !isPlainMatch(check))
      warnings.push(checkRemark({ ...check, correlationId: check.correlation_id ?? '' }))
  }
  return warnings
}
