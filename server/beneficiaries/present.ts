import type { Beneficiary } from '#shared/api/beneficiary.ts'
import type { Details } from '#shared/api/details.ts'
import type { Person } from '#shared/api/person.ts'
import type { BeneficiaryRow } from '../store/beneficiary-rows.ts'
import { detailsOfRow } from '../store/detail-columns.ts'
import { personNames } from '../store/person-names.ts'
import { nameOf } from '../store/search-words.ts'
import type { Store } from '../store/store.ts'
import { maskedOf } from './masked.ts'

/** What stands in place of an erased name. */
export const erasedName = 'Erased'

/** Rows as lists and screens show them, in the order given. */
export async function presentBeneficiaries(
  { db, encryption }: Pick<Store, 'db' | 'encryption'>,
  rows: readonly BeneficiaryRow[],
): Promise<readonly Beneficiary[]> {
  const person = await personNames(db, rows.flatMap(peopleOf))
  return rows.map((row) => presented(row, detailsOfRow(encryption, 'beneficiaries', row), person))
}

/** One row, as {@link presentBeneficiaries}, for who has unsealed its details already. */
export async function presentBeneficiary(db: Store['db'], row: BeneficiaryRow, details: Details): Promise<Beneficiary> {
  return presented(row, details, await personNames(db, peopleOf(row)))
}

function peopleOf({ created_by, updated_by }: BeneficiaryRow): readonly string[] {
  return [created_by, updated_by]
}

function presented(row: BeneficiaryRow, details: Details, person: (id: string) => Person): Beneficiary {
  return {
    id: row.id,
    version: row.version,
    status: row.status,
    name: row.erased_at === null ? nameOf(details) : erasedName,
    country: row.country,
    method: row.method,
    beneficiaryType: row.beneficiary_type,
    documentType: row.document_type,
    bankName: row.bank_name,
    payoutAccountTypeCode: row.account_type_code,
    city: row.city,
    masked: maskedOf(details),
    createdAt: row.created_at,
    createdBy: person(row.created_by),
    updatedAt: row.updated_at,
    updatedBy: person(row.updated_by),
    lastPayoutAt: row.last_payout_at,
    erasedAt: row.erased_at,
  }
}
