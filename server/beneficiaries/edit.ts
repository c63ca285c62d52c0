import type { BeneficiaryWrite } from '#shared/api/beneficiary.ts'
import type { Details } from '#shared/api/details.ts'
import type { Person } from '#shared/api/person.ts'
import { endDraft } from '../drafts/end-draft.ts'
import { Failure } from '../failure.ts'
import { type BeneficiaryRow, beneficiaryOfDraft, updateBeneficiary } from '../store/beneficiary-rows.ts'
import { detailsOfRow } from '../store/detail-columns.ts'
import { setTermStatus } from '../store/search-terms.ts'
import type { Transaction } from '../store/store.ts'
import type { BeneficiaryDeps } from './beneficiary-deps.ts'
import { savingWarnings } from './beneficiary-warnings.ts'
import { changedFields } from './changed-fields.ts'
import { requireConfirmed } from './confirmed.ts'
import { goodDetails } from './read-details.ts'
import { conflict, currentRow, saveChange, saveNew, type Version } from './save-beneficiary.ts'

/**
 * Enters a beneficiary whose warnings a person has confirmed; the same form once more gives the one that it made.
 * @throws Failure FIELDS_INVALID, WARNINGS_UNCONFIRMED, STATE_CONFLICT
 */
export async function enterBeneficiary(
  tx: Transaction,
  deps: BeneficiaryDeps,
  person: Person,
  write: BeneficiaryWrite,
): Promise<Entered> {
  const { details, draftId } = write
  const first = draftId === undefined ? undefined : await beneficiaryOfDraft(tx.db, draftId)
  if (first !== undefined) return { ...sameEntry(deps, person, details, first), isRepeat: true }
  await requireAllConfirmed(tx, deps, write)
  const saved = await saveNew(tx, deps, person, details, draftId)
  await endDraft(tx, person.id, write)
  return { ...saved, isRepeat: false }
}

interface Entered extends Version {
  /** Whether its form had been saved before: then nothing has happened. */
  readonly isRepeat: boolean
}

/** The beneficiary that a form made before, where it says the same now. */
function sameEntry({ encryption }: BeneficiaryDeps, person: Person, given: Details, first: BeneficiaryRow): Version {
  const { id, version } = first
  const isSame =
    changedFields(detailsOfRow(encryption, 'beneficiaries', first), goodDetails(given).details).length === 0
  if (isSame && first.created_by === person.id) return { id, version }
  const detail = 'This form was saved already. Open the beneficiary that it made, and change that one.'
  throw new Failure('STATE_CONFLICT', detail, { params: { why: 'saved', what: 'beneficiary' }, ids: [id] })
}

/**
 * Changes a beneficiary whose warnings a person has confirmed.
 * @throws Failure NOT_FOUND, ERASED, VERSION_CONFLICT, FIELDS_INVALID, WARNINGS_UNCONFIRMED
 */
export async function editBeneficiary(
  tx: Transaction,
  deps: BeneficiaryDeps,
  person: Person,
  version: Version,
  write: BeneficiaryWrite,
): Promise<Version> {
  await currentRow(tx, version)
  await requireAllConfirmed(tx, deps, write, version.id)
  const saved = await saveChange(tx, deps, person, version, write.details)
  await endDraft(tx, person.id, write)
  return saved
}

/**
 * Takes a beneficiary out of use, or back into it; where it stands so already, nothing happens.
 * @throws Failure NOT_FOUND, ERASED, VERSION_CONFLICT
 */
export async function setStatus(
  tx: Transaction,
  { clock }: BeneficiaryDeps,
  person: Person,
  version: Version,
  status: BeneficiaryRow['status'],
): Promise<Version> {
  const { id } = version
  const row = await currentRow(tx, version)
  if (row.status === status) return version
  const changes = { status, updated_at: clock.date().toISOString(), updated_by: person.id }
  if (!(await updateBeneficiary(tx.db, version, changes))) throw conflict(id)
  await setTermStatus(tx.db, 'beneficiary', id, status)
  const action = status === 'archived' ? 'beneficiary.archived' : 'beneficiary.restored'
  await tx.record({ personId: person.id, action, thing: { type: 'beneficiary', id } })
  return { id, version: version.version + 1 }
}

async function requireAllConfirmed(
  tx: Transaction,
  deps: BeneficiaryDeps,
  { details, confirmed }: BeneficiaryWrite,
  beneficiaryId?: string,
): Promise<void> {
  const except = beneficiaryId === undefined ? {} : { beneficiaryId }
  requireConfirmed(await savingWarnings(tx.db, deps, details, except), confirmed)
}
