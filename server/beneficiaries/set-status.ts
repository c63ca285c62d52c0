import { type BeneficiaryRow, updateBeneficiary } from '../entry/beneficiary-rows.ts'
import type { Actor } from '../people/member.ts'
import { setTermStatus } from '../search/search-terms.ts'
import type { Transaction } from '../store/store.ts'
import { changedMeanwhile, currentRow, type Version } from './save-beneficiary.ts'

/**
 * Deactivates or restores a beneficiary; one that is in that state already does not change.
 * @throws Failure NOT_FOUND, ERASED, VERSION_CONFLICT
 */
export async function setStatus(
  tx: Transaction,
  person: Actor,
  version: Version,
  status: BeneficiaryRow['status'],
): Promise<Version> {
  const { id } = version
  const row = await currentRow(tx, version)
  if (row.status === status) return version
  const changes = { status, updated_at: tx.now().toISOString(), updated_by: person.id }
  if (!(await updateBeneficiary(tx.db, version, changes))) throw changedMeanwhile(id)
  await setTermStatus(tx.db, 'beneficiary', id, status)
  const action = status === 'archived' ? 'beneficiary.archived' : 'beneficiary.restored'
  await tx.audit({ personId: person.id, action, thing: { type: 'beneficiary', id } })
  return { id, version: version.version + 1 }
}
