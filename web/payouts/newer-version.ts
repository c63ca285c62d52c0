import { beneficiarySchema, revealedSchema } from '#shared/api/beneficiary.ts'
import { payoutSchema, revealedPayoutSchema } from '#shared/api/payout.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { ApiProblem, getJson, postJson } from '../app/api.ts'
import type { Newer } from '../conflict/newer.ts'
import type { FormContent } from './form-content.ts'
import { comparable } from './saved-entry.ts'

/** What somebody else has saved while a payout was worked on: the payout itself, or whom it pays. */
export interface NewerVersion extends Newer {
  /** As it stands now; where only the beneficiary has changed, without a payment. */
  readonly entry: Entry
  /** What the form goes on from, once the person has chosen. */
  readonly goesOnFrom: Pick<FormContent, 'chosenBeneficiary'> | Pick<FormContent, 'chosenBeneficiary' | 'payoutVersion'>
}

/** Reads what a refused save has run into; undefined where it failed for another reason. */
export async function newerVersion(
  error: unknown,
  payoutId: string | undefined,
  { chosenBeneficiary }: FormContent,
): Promise<NewerVersion | undefined> {
  if (!(error instanceof ApiProblem) || error.problem.code !== 'VERSION_CONFLICT') return undefined
  const isPayout = payoutId !== undefined && (error.problem.ids ?? []).includes(payoutId)
  if (isPayout) return newerPayout(payoutId)
  return chosenBeneficiary === undefined ? undefined : newerBeneficiary(chosenBeneficiary.id)
}

async function newerPayout(id: string): Promise<NewerVersion> {
  const { version, entry, beneficiary } = await postJson(`/api/payouts/${id}/reveal`, {}, revealedPayoutSchema)
  const { updatedBy: by, updatedAt: at } = await getJson(`/api/payouts/${id}`, payoutSchema)
  const goesOnFrom = { chosenBeneficiary: beneficiary, payoutVersion: version }
  return { what: 'itself', entry: comparable(entry), by, at, goesOnFrom }
}

async function newerBeneficiary(id: string): Promise<NewerVersion> {
  const body = { purpose: 'pay' }
  const { version, entry } = await postJson(`/api/beneficiaries/${id}/reveal`, body, revealedSchema)
  const { updatedBy: by, updatedAt: at } = await getJson(`/api/beneficiaries/${id}`, beneficiarySchema)
  return { what: 'book', entry: comparable(entry), by, at, goesOnFrom: { chosenBeneficiary: { id, version } } }
}
