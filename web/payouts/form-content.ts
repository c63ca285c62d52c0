import type { Confirmed } from '#shared/api/entry.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { type EntryDraft, emptyDraft } from '#shared/payout/entry-draft.ts'
import { type Checks, noValidations } from '../validations/validation-runs.ts'

/** Whom of the book a form is about, in the version that was shown. */
export interface ChosenBeneficiary {
  readonly id: string
  readonly version: number
}

/** All that an unfinished form holds: what a draft on the server keeps. */
export interface FormContent {
  /** The country chosen, and the entry of each country visited, so that going back finds it. */
  readonly form: EntryDraft
  /** The warnings that the person has confirmed. */
  readonly confirmed: Confirmed
  readonly checks: Checks
  readonly chosenBeneficiary: ChosenBeneficiary | undefined
  /** Which version of the payout is edited; undefined for a new payout, and for a beneficiary. */
  readonly payoutVersion: number | undefined
  /** The entry as it was when the editing began: it tells who changed what, should two people edit at once. */
  readonly base?: Entry | undefined
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
