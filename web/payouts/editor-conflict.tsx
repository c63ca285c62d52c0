import { useFormPart } from './form-store-context.tsx'
import { PayoutConflict } from './payout-conflict.tsx'
import { contentOf } from './restored-content.ts'
import type { SavedContent } from './saved-content.ts'
import { withPaymentOf } from './saved-entry.ts'
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
  const { base } = kept.get()
  return (
    <PayoutConflict
      mine={state.rules.entryToSave(state.country, state.values)}
      base={base}
      newer={newer}
      isSaving={saving.isSaving}
      onBack={saving.forget}
      onSettled={(settled) => {
        const { form } = contentOf(settled, undefined)
        kept.set({
          ...newer.goesOnFrom,
          base: newer.what === 'book' && base ? withPaymentOf(newer.entry, base) : newer.entry,
        })
        book.follow(newer.goesOnFrom.chosenBeneficiary)
        draft.show({ country: form.country, entries: { ...kept.get().form.entries, ...form.entries } })
        saving.forget()
        const next = draft.store.get()
        if (next !== undefined) void saving.save(next, open, wish)
      }}
    />
  )
}
