import { useState } from 'react'
import type { FormValues } from '#shared/payout/form-values.ts'
import { reasonOf } from '../app/use-merchant.ts'
import { t } from '../language/translate.ts'
import type { ChosenBeneficiary } from './form-content.ts'
import { contentFromBeneficiary } from './opened-form.ts'
import type { SavedContent } from './saved-content.ts'
import type { PayoutDraftControl } from './use-payout-draft.ts'

export interface BeneficiaryChoice {
  readonly chosen: ChosenBeneficiary | undefined
  /** Fills the form in with somebody of the book; what was typed of the payout itself stays. Throws as postJson does. */
  readonly choose: (beneficiaryId: string) => Promise<void>
  /** The form is about somebody new. */
  readonly forget: () => void
  /** Goes on from a newer version of the one who is chosen. */
  readonly follow: (chosen: ChosenBeneficiary | undefined) => void
}

/** Whom of the book the form pays. */
export function useChosenBeneficiary(kept: SavedContent, draft: PayoutDraftControl): BeneficiaryChoice {
  const [chosen, setChosen] = useState(kept.get().chosenBeneficiary)
  function set(chosenBeneficiary: ChosenBeneficiary | undefined) {
    kept.set({ chosenBeneficiary })
    setChosen(chosenBeneficiary)
  }
  return {
    chosen,
    follow: set,
    forget: () => set(undefined),
    async choose(beneficiaryId) {
      const { form, chosenBeneficiary, base, baseTerms } = await contentFromBeneficiary(beneficiaryId)
      const { country } = form
      if (country === undefined) return
      const before = kept.get().form.values
      const found = form.values[country]
      draft.show({
        country,
        values: { ...before, ...(found && { [country]: { ...found, ...termValues(before[country]) } }) },
      })
      // A payout that is edited keeps the base of its own.
      if (kept.get().payoutVersion === undefined) kept.set({ base, baseTerms })
      set(chosenBeneficiary)
    },
  }
}

/** Why the form was not filled in with somebody of the book, from what `choose` threw. */
export function whyNotFilledIn(failure: unknown): string {
  return failure instanceof Error
    ? t('payouts.book.failed', { reason: reasonOf(failure) })
    : t('payouts.book.failedOddly')
}

/** What was typed of the payout, not of whom it pays. */
function termValues(values: FormValues | undefined): Partial<FormValues> {
  if (values === undefined) return {}
  const { amount, currencyCode, PaymentReason, externalReference, NotificationUrl, TermsApproved } = values
  return { amount, currencyCode, PaymentReason, externalReference, NotificationUrl, TermsApproved }
}
