import { beneficiarySchema } from '#shared/api/beneficiary.ts'
import { beneficiaryPart, type Entry, filledFields } from '#shared/payout/entry.ts'
import { ApiProblem, getJson, postJson, putJson } from '../app/api.ts'
import type { Newer } from '../conflict/newer.ts'
import type { FormState } from '../payouts/form-store.ts'
import { intentKey } from '../payouts/save-payout.ts'
import type { SavedContent } from '../payouts/saved-content.ts'
import { comparable, entryToSave } from '../payouts/saved-entry.ts'
import { revealBeneficiary } from './beneficiary-calls.ts'
import type { OpenedBeneficiary } from './opened-beneficiary.ts'
import { versionSchema } from './use-actions.ts'

/** Saves the beneficiary as the form shows it and gives its id. Pressed twice, it is saved once. */
export async function saveBeneficiary(
  { id, autosave }: OpenedBeneficiary,
  kept: SavedContent,
  { country, values }: FormState,
): Promise<string> {
  const { confirmed, chosenBeneficiary, intentId } = kept.get()
  const write = { entry: filledFields(beneficiaryPart(entryToSave(country, values))), confirmed }
  const body = { ...write, draft: { id: autosave.id(), revision: autosave.revision() } }
  if (id === undefined) {
    const idempotencyKey = await intentKey(intentId ?? autosave.id(), write)
    return (await postJson('/api/beneficiaries', body, versionSchema, { idempotencyKey })).id
  }
  if (chosenBeneficiary === undefined) throw new Error('An edit says which version it follows')
  return (await putJson(`/api/beneficiaries/${id}`, body, versionSchema, { version: chosenBeneficiary.version })).value
    .id
}

/** What somebody else has saved meanwhile. */
export interface NewerVersion extends Newer {
  readonly version: number
  readonly entry: Entry
}

export async function readNewerVersion(id: string): Promise<NewerVersion> {
  const { version, entry } = await revealBeneficiary(id, 'edit')
  const { updatedBy, updatedAt } = await getJson(`/api/beneficiaries/${id}`, beneficiarySchema)
  return { version, entry: beneficiaryPart(comparable(entry)), what: 'itself', by: updatedBy, at: updatedAt }
}

export function isConflict(error: unknown): boolean {
  return error instanceof ApiProblem && error.problem.code === 'VERSION_CONFLICT'
}
