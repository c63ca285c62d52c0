import { reasonOf } from '../api/use-merchant.ts'
import type { EntryForm } from '../entry/entry-form.tsx'
import type { ChosenBeneficiary } from '../entry/form-content.ts'
import { withPaymentOf } from '../entry/form-content.ts'
import { t } from '../language/translate.ts'
import { contentFromBeneficiary } from './open-payout.ts'

/** Which saved beneficiary the form pays. */
export interface BeneficiaryChoice {
  readonly chosen: ChosenBeneficiary | undefined
  /** Fills the form in with a saved beneficiary; what was typed of the payment stays. Throws as postJson does. */
  readonly choose: (beneficiaryId: string) => Promise<void>
  /** The form is about somebody new. */
  readonly forget: () => void
}

export function beneficiaryChoice({ content, current, change }: EntryForm): BeneficiaryChoice {
  return {
    chosen: content.chosenBeneficiary,
    async choose(beneficiaryId) {
      const { form, chosenBeneficiary, base } = await contentFromBeneficiary(beneficiaryId)
      const { country } = form
      const found = country && form.entries[country]
      if (country === undefined || found === undefined) return
      const { form: before, payoutVersion } = current()
      const typed = before.entries[country]
      const entry = typed === undefined ? found : withPaymentOf(found, typed)
      change({
        form: { country, entries: { ...before.entries, [country]: entry } },
        chosenBeneficiary,
        // A payout that is edited keeps the base of its own.
        ...(payoutVersion === undefined && { base }),
      })
    },
    forget: () => void change({ chosenBeneficiary: undefined }),
  }
}

/** Why the form was not filled in with a saved beneficiary, from what `choose` threw. */
export function whyNotFilledIn(failure: unknown): string {
  return failure instanceof Error
    ? t('payouts.book.failed', { reason: reasonOf(failure) })
    : t('payouts.book.failedOddly')
}
