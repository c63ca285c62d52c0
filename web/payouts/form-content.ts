import type { Details } from '#shared/api/details.ts'
import type { Terms } from '#shared/api/payout.ts'
import { type EntryDraft, emptyDraft } from '#shared/payout/entry-draft.ts'
import { type Checks, noValidations } from '../validations/validation-runs.ts'

/** Whom of the book a form is about, in the version that was shown. */
export interface ChosenBeneficiary {
  readonly id: string
  readonly version: number
}

/** All that an unfinished form holds: what a draft on the server keeps. */
export interface FormContent {
  /** The country chosen, and the values of each country visited, so that going back finds them. */
  readonly form: EntryDraft
  /** Keys of the warnings that the person has confirmed. */
  readonly confirmed: readonly string[]
  readonly checks: Checks
  readonly chosenBeneficiary: ChosenBeneficiary | undefined
  /** Which version of the payout is edited; undefined for a new payout, and for a beneficiary. */
  readonly payoutVersion: number | undefined
  /** The details, and of a payout the terms, as they were when the editing began: they tell who changed what, should two people edit at once. */
  readonly base?: Details | undefined
  readonly baseTerms?: Terms | undefined
  /** The draft that the form began as. It names what is to be saved once, also after the draft has forked. */
  readonly intentId?: string | undefined
}

export const emptyContent: FormContent = {
  form: emptyDraft,
  confirmed: [],
  checks: noValidations,
  chosenBeneficiary: undefined,
  payoutVersion: undefined,
}
