import { useState } from 'react'
import { reasonOf } from '../app/use-merchant.ts'
import { t } from '../language/translate.ts'
import type { ChosenBeneficiary } from './form-content.ts'
import { contentFromBeneficiary } from './opened-form.ts'
import type { SavedContent } from './saved-content.ts'
import { withPaymentOf } from './saved-entry.ts'
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
      const { form, chosenBeneficiary, base } = await contentFromBeneficiary(beneficiaryId)
      const { country } = form
      if (country === undefined) return
      const before = kept.get().form.entries
      const found = form.entries[country]
      const typed = before[country]
      draft.show({
        country,
        entries: { ...before, ...(found && { [country]: typed === undefined ? found : withPaymentOf(found, typed) }) },
      })
      // A payout that is edited keeps the base of its own.
      if (kept.get().payoutVersion === undefined) kept.set({ base })
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
