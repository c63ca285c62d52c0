import { beneficiarySchema, revealedSchema } from '#shared/api/beneficiary.ts'
import type { Details } from '#shared/api/details.ts'
import { payoutSchema, revealedPayoutSchema, type Terms } from '#shared/api/payout.ts'
import { ApiProblem, getJson, postJson } from '../app/api.ts'
import type { Newer } from '../conflict/newer.ts'
import type { FormContent } from './form-content.ts'

/** What somebody else has saved while a payout was worked on: the payout itself, or whom it pays. */
export interface NewerVersion extends Newer {
  readonly details: Details
  /** Undefined where only the beneficiary has changed. */
  readonly terms: Terms | undefined
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
  const { version, details, terms, beneficiary } = await postJson(`/api/payouts/${id}/reveal`, {}, revealedPayoutSchema)
  const { updatedBy: by, updatedAt: at } = await getJson(`/api/payouts/${id}`, payoutSchema)
  const goesOnFrom = { chosenBeneficiary: beneficiary, payoutVersion: version }
  return { what: 'itself', details, terms, by, at, goesOnFrom }
}

async function newerBeneficiary(id: string): Promise<NewerVersion> {
  const body = { purpose: 'pay' }
  const { version, details } = await postJson(`/api/beneficiaries/${id}/reveal`, body, revealedSchema)
  const { updatedBy: by, updatedAt: at } = await getJson(`/api/beneficiaries/${id}`, beneficiarySchema)
  return { what: 'book', details, terms: undefined, by, at, goesOnFrom: { chosenBeneficiary: { id, version } } }
}
