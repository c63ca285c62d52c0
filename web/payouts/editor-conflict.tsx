import { detailsOf, termsOf } from '#shared/payout/details.ts'
import { useFormPart } from './form-store-context.tsx'
import { PayoutConflict } from './payout-conflict.tsx'
import { contentOf } from './restored-content.ts'
import type { SavedContent } from './saved-content.ts'
import type { BeneficiaryChoice } from './use-chosen-beneficiary.ts'
import type { PayoutDraftControl } from './use-payout-draft.ts'
import type { Saving } from './use-saving.ts'
import { useWarnings } from './warnings-context.tsx'

export interface EditorConflictProps {
  readonly kept: SavedContent
  readonly draft: PayoutDraftControl
  readonly book: BeneficiaryChoice
  readonly saving: Saving
  readonly conflict: NonNullable<Saving['conflict']>
}

/** Two versions of one payout, or of whom it pays; what is chosen goes into the form and is saved from there. */
export function EditorConflict({ kept, draft, book, saving, conflict: { newer, wish } }: EditorConflictProps) {
  const { open } = useWarnings()
  const state = useFormPart((found) => found)
  if (state === undefined) return null
  const { base, baseTerms } = kept.get()
  return (
    <PayoutConflict
      mine={{ details: detailsOf(state.country, state.values), terms: termsOf(state.values) }}
      base={base && baseTerms && { details: base, terms: baseTerms }}
      newer={newer}
      isSaving={saving.isSaving}
      onBack={saving.forget}
      onSettled={({ details, terms }) => {
        const { form } = contentOf(details, terms, undefined)
        kept.set({ ...newer.goesOnFrom, base: newer.details, baseTerms: newer.terms ?? baseTerms })
        book.follow(newer.goesOnFrom.chosenBeneficiary)
        draft.show({ country: form.country, values: { ...kept.get().form.values, ...form.values } })
        saving.forget()
        const settled = draft.store.get()
        if (settled !== undefined) void saving.save(settled, open, wish)
      }}
    />
  )
}
