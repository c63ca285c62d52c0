import type { KeptCheck } from '#shared/api/beneficiary.ts'
import { Failure } from '../failure.ts'
import { findBeneficiary } from '../store/beneficiary-rows.ts'
import { checksOf } from '../store/check-rows.ts'
import { detailsOfRow } from '../store/detail-columns.ts'
import { personNames } from '../store/person-names.ts'
import type { Store } from '../store/store.ts'
import { checkFacts } from './check-facts.ts'
import { questionHashesOf } from './question-hash.ts'

const most = 200

/**
 * The checks of a beneficiary, newest first.
 * @throws Failure NOT_FOUND
 */
export async function findChecks({ db, sealing }: Store, beneficiaryId: string): Promise<readonly KeptCheck[]> {
  const beneficiary = await findBeneficiary(db, beneficiaryId)
  if (beneficiary === undefined)
    throw new Failure('NOT_FOUND', 'The book has no such beneficiary.', { params: { what: 'beneficiary' } })
  const details = beneficiary.erased_at === null ? detailsOfRow(sealing, 'beneficiaries', beneficiary) : undefined
  const current = new Set(details === undefined ? [] : questionHashesOf(sealing, details))
  const rows = await checksOf(db, beneficiaryId, most)
  const personOf = await personNames(
    db,
    rows.map(({ asked_by }) => asked_by),
  )
  return rows.map((row) => ({
    ...checkFacts(row),
    by: row.asked_by === null ? null : personOf(row.asked_by),
    isCurrent: current.has(row.question_hash),
  }))
}
