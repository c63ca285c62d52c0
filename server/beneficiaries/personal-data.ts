import type { Person } from '#shared/api/person.ts'
import type { PersonalData } from '#shared/api/personal-data.ts'
import type { Clock } from '../clock.ts'
import { findBeneficiary } from '../store/beneficiary-rows.ts'
import { detailsOfRow } from '../store/detail-columns.ts'
import { rowsAbout } from '../store/person-file.ts'
import type { Store } from '../store/store.ts'
import type { ValidationRow } from '../store/validation-rows.ts'
import { validationFacts } from '../validations/validation-facts.ts'
import { payoutAsHeld } from './payout-as-held.ts'
import { presentBeneficiary } from './present.ts'
import { noSuchBeneficiary } from './save-beneficiary.ts'

/**
 * All that is held about one person. It is recorded before it is given.
 * @throws Failure NOT_FOUND
 */
export async function personalData(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  person: Person,
  id: string,
): Promise<PersonalData> {
  await store.write(async ({ db, record }) => {
    if ((await findBeneficiary(db, id)) === undefined) throw noSuchBeneficiary()
    await record({ personId: person.id, action: 'beneficiary.exported', thing: { type: 'beneficiary', id } })
  })
  const row = await findBeneficiary(store.db, id)
  if (row === undefined) throw noSuchBeneficiary()
  const details = detailsOfRow(store.encryption, 'beneficiaries', row)
  const { payouts, checks, exports, drafts, activity } = await rowsAbout(store.db, store.encryption, id)
  return {
    madeAt: clock.date().toISOString(),
    madeBy: { id: person.id, name: person.name },
    beneficiary: await presentBeneficiary(store.db, row, details),
    details: row.erased_at === null ? details : null,
    payouts: payouts.map((payout) => payoutAsHeld(store.encryption, payout)),
    checks: checks.map(validationAsHeld),
    exports: exports.map(({ id: exportId, created_at, created_by, format }) => ({
      id: exportId,
      at: created_at,
      by: created_by,
      format,
    })),
    drafts: drafts.map(({ kind, updated_at, content }) => ({
      kind,
      updatedAt: updated_at,
      content: JSON.parse(content),
    })),
    activity: activity.map(({ at, person_id, action, thing_type, thing_id, facts }) => ({
      at,
      by: person_id,
      action,
      thing: { type: thing_type, id: thing_id },
      facts: JSON.parse(facts),
    })),
  }
}

function validationAsHeld(row: ValidationRow): PersonalData['checks'][number] {
  return { ...validationFacts(row), by: row.asked_by }
}
