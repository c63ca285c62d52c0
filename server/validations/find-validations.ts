import type { AskedValidation, SavedValidation } from '#shared/api/beneficiary.ts'
import type { Details } from '#shared/api/details.ts'
import { Failure } from '../failure.ts'
import { findBeneficiary } from '../store/beneficiary-rows.ts'
import { detailsOfRow } from '../store/detail-columns.ts'
import { personNames } from '../store/person-names.ts'
import type { Store } from '../store/store.ts'
import { checksAsked, checksOf, type ValidationRow } from '../store/validation-rows.ts'
import { questionHashesOf } from './question-hash.ts'
import { validationFacts } from './validation-facts.ts'

const most = 200

/**
 * The checks of a beneficiary, newest first.
 * @throws Failure NOT_FOUND
 */
export async function findValidations(
  { db, encryption }: Store,
  beneficiaryId: string,
): Promise<readonly SavedValidation[]> {
  const beneficiary = await findBeneficiary(db, beneficiaryId)
  if (beneficiary === undefined)
    throw new Failure('NOT_FOUND', 'The book has no such beneficiary.', { params: { what: 'beneficiary' } })
  const details = beneficiary.erased_at === null ? detailsOfRow(encryption, 'beneficiaries', beneficiary) : undefined
  const current = new Set(details === undefined ? [] : questionHashesOf(encryption, details))
  const rows = await checksOf(db, beneficiaryId, most)
  const shown = await presenting(db, rows)
  return rows.map((row) => ({ ...shown(row), isCurrent: current.has(row.question_hash) }))
}

/** The checks that were asked with exactly these details, newest first, whoever in the book they belong to. */
export async function findValidationsOfDetails(
  { db, encryption }: Store,
  details: Details,
): Promise<readonly AskedValidation[]> {
  const rows = await checksAsked(db, questionHashesOf(encryption, details), most)
  return rows.map(await presenting(db, rows))
}

async function presenting(
  db: Store['db'],
  rows: readonly ValidationRow[],
): Promise<(row: ValidationRow) => AskedValidation> {
  const personOf = await personNames(
    db,
    rows.map(({ asked_by }) => asked_by),
  )
  return (row) => ({ ...validationFacts(row), by: row.asked_by === null ? null : personOf(row.asked_by) })
}
