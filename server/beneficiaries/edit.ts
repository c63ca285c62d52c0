import type { BeneficiaryWrite } from '#shared/api/beneficiary.ts'
import type { Person } from '#shared/api/person.ts'
import { endDraft } from '../drafts/end-draft.ts'
import { type BeneficiaryRow, updateBeneficiary } from '../store/beneficiary-rows.ts'
import { setTermStatus } from '../store/search-terms.ts'
import type { Transaction } from '../store/store.ts'
import { conflict, currentRow, saveChange, saveNew, type Version } from './book.ts'
import type { BookParts } from './book-parts.ts'
import { twinWarnings } from './book-warnings.ts'
import { requireConfirmed } from './confirmed.ts'
import { goodDetails } from './read-details.ts'

/**
 * Enters a beneficiary whose warnings a person has confirmed.
 * @throws Failure FIELDS_INVALID, WARNINGS_UNCONFIRMED
 */
export async function enterBeneficiary(
  tx: Transaction,
  parts: BookParts,
  person: Person,
  write: BeneficiaryWrite,
): Promise<Version> {
  await requireAllConfirmed(tx, parts, write)
  const saved = await saveNew(tx, parts, person, write.details)
  await endFormOf(tx, person, write)
  return saved
}

/**
 * Changes a beneficiary whose warnings a person has confirmed.
 * @throws Failure NOT_FOUND, ERASED, VERSION_CONFLICT, FIELDS_INVALID, WARNINGS_UNCONFIRMED
 */
export async function editBeneficiary(
  tx: Transaction,
  parts: BookParts,
  person: Person,
  version: Version,
  write: BeneficiaryWrite,
): Promise<Version> {
  await currentRow(tx, version)
  await requireAllConfirmed(tx, parts, write, version.id)
  const saved = await saveChange(tx, parts, person, version, write.details)
  await endFormOf(tx, person, write)
  return saved
}

/**
 * Takes a beneficiary out of use, or back into it; where it stands so already, nothing happens.
 * @throws Failure NOT_FOUND, ERASED, VERSION_CONFLICT
 */
export async function setStatus(
  tx: Transaction,
  { clock }: BookParts,
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

async function endFormOf(tx: Transaction, person: Person, { draftId }: BeneficiaryWrite): Promise<void> {
  if (draftId !== undefined) await endDraft(tx, person.id, draftId)
}

async function requireAllConfirmed(
  tx: Transaction,
  parts: BookParts,
  { details: given, confirmed }: BeneficiaryWrite,
  beneficiaryId?: string,
): Promise<void> {
  const { details, warnings } = goodDetails(given)
  const twins = await twinWarnings(tx.db, parts, details, beneficiaryId === undefined ? {} : { beneficiaryId })
  requireConfirmed([...warnings, ...twins], confirmed)
}
