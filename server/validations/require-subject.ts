import { idPattern } from '#shared/api/id-text.ts'
import { issueOn } from '#shared/api/issue.ts'
import { Failure } from '../failure.ts'
import { findBeneficiary } from '../store/beneficiary-rows.ts'
import type { Store } from '../store/store.ts'

/**
 * Makes sure that a check goes to the record of somebody who is in the book.
 * @throws Failure FIELDS_INVALID on beneficiaryId
 */
export async function requireSubject({ db }: Pick<Store, 'db'>, beneficiaryId: string): Promise<void> {
  const row = idPattern.test(beneficiaryId) ? await findBeneficiary(db, beneficiaryId) : undefined
  if (row !== undefined && row.erased_at === null) return
  const detail = 'The book has no such beneficiary. Leave beneficiaryId out to check without one.'
  throw new Failure('FIELDS_INVALID', detail, { errors: [issueOn('beneficiaryId', 'not_found', {}, detail)] })
}
