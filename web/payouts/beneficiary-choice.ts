import { reasonOf } from '../api/api.ts'
import type { EntryForm } from '../entry/entry-form.tsx'
import { type ChosenBeneficiary, type FormContent, withPaymentOf } from '../entry/form-content.ts'
import { t } from '../language/translate.ts'
import { contentOfSaved, contentToChange } from './open-and-save.ts'

/** The saved beneficiary that the form pays, and the actions on that choice. */
export interface BeneficiaryChoice {
  readonly chosen: ChosenBeneficiary | undefined
  /** Pays a beneficiary with the saved details; a typed payment is kept. Throws as getJson does. */
  readonly choose: (beneficiaryId: string) => Promise<void>
  /** Opens the details of the chosen one in the form; who reviews sees them in full, which is audited. `once`: for this payout only. Throws as postJson does. */
  readonly openDetails: (once: boolean) => Promise<void>
  /** Sets whether changed details are for this payout only. */
  readonly setOnce: (once: boolean) => void
  /** Empties the form for a new beneficiary. */
  readonly forget: () => void
}

export function beneficiaryChoice({ content, current, change }: EntryForm, isInFull: boolean): BeneficiaryChoice {
  function take({ form: { country, entries }, chosenBeneficiary, base, kept }: FormContent) {
    const found = country && entries[country]
    if (country === undefined || found === undefined) return
    const { form: before } = current()
    const typed = before.entries[country]
    const entry = typed === undefined ? found : withPaymentOf(found, typed)
    change({ form: { country, entries: { ...before.entries, [country]: entry } }, chosenBeneficiary, base, kept })
  }

  return {
    chosen: content.chosenBeneficiary,
    choose: async (beneficiaryId) => take(await contentOfSaved(beneficiaryId)),
    async openDetails(once) {
      const { chosenBeneficiary } = current()
      if (chosenBeneficiary !== undefined) take(await contentToChange(chosenBeneficiary, once, isInFull))
    },
    setOnce(once) {
      const { chosenBeneficiary } = current()
      if (chosenBeneficiary !== undefined) change({ chosenBeneficiary: { ...chosenBeneficiary, once } })
    },
    forget: () => void change({ chosenBeneficiary: undefined, kept: undefined }),
  }
}

/** Why the form was not filled in with a saved beneficiary, from the thrown error. */
export function whyNotFilledIn(failure: unknown): string {
  return failure instanceof Error
    ? t('payouts.beneficiary.failed', { reason: reasonOf(failure) })
    : t('payouts.beneficiary.failedUnexpectedly')
}
