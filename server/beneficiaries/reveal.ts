import type { Details } from '#shared/api/details.ts'
import type { Person } from '#shared/api/person.ts'
import { Failure } from '../failure.ts'
import { findBeneficiary } from '../store/beneficiary-rows.ts'
import { detailsOfRow } from '../store/detail-columns.ts'
import type { Store } from '../store/store.ts'
import { noSuchBeneficiary } from './save-beneficiary.ts'

/**
 * Everything of a beneficiary in clear. It is recorded before it is shown.
 * @throws Failure NOT_FOUND, ERASED
 */
export function revealBeneficiary(
  store: Store,
  person: Person,
  id: string,
  purpose: string,
): Promise<{ readonly version: number; readonly details: Details }> {
  return store.write(async ({ db, record }) => {
    const row = await findBeneficiary(db, id)
    if (row === undefined) throw noSuchBeneficiary()
    if (row.erased_at !== null)
      throw new Failure('ERASED', 'This beneficiary was erased: nothing is left to show.', {
        params: { what: 'beneficiary' },
      })
    const { version } = row
    const thing = { type: 'beneficiary', id } as const
    await record({ personId: person.id, action: 'beneficiary.revealed', thing, facts: { purpose, version } })
    return { version, details: detailsOfRow(store.encryption, 'beneficiaries', row) }
  })
}
