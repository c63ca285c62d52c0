import { useEffect, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import type { Confirmed } from '#shared/api/entry.ts'
import { beneficiaryPart } from '#shared/payout/entry.ts'
import { Page } from '../app/page.tsx'
import { watchDraft } from '../drafts/open-drafts.ts'
import { t } from '../language/translate.ts'
import { ConfirmationsProvider } from '../payouts/confirmations.tsx'
import { FormStoreProvider, useFormPart } from '../payouts/form-store-context.tsx'
import { contentOf } from '../payouts/restored-content.ts'
import { createSavedContent, type SavedContent } from '../payouts/saved-content.ts'
import { entryToSave } from '../payouts/saved-entry.ts'
import { type PayoutDraftControl, usePayoutDraft } from '../payouts/use-payout-draft.ts'
import { WarningsProvider } from '../payouts/warnings-context.tsx'
import { Button } from '../ui/button.tsx'
import { BeneficiaryConflict } from './beneficiary-conflict.tsx'
import { BeneficiaryForm } from './beneficiary-form.tsx'
import { detailsRules } from './details-rules.ts'
import type { OpenedBeneficiary } from './opened-beneficiary.ts'
import { useBeneficiarySaving } from './use-beneficiary-saving.ts'

export interface BeneficiaryEditorProps {
  readonly title: string
  readonly opened: OpenedBeneficiary
  /** Leaves this draft where it is and begins another. */
  readonly onStartAnother?: (() => void) | undefined
}

/** A beneficiary being entered or changed. */
export function BeneficiaryEditor(props: BeneficiaryEditorProps) {
  const { opened } = props
  const [kept] = useState(() => createSavedContent(opened.content, opened.autosave))
  const draft = usePayoutDraft(kept, detailsRules)
  useEffect(() => watchDraft(opened.autosave), [opened.autosave])
  const [confirm] = useState(() => (confirmed: Confirmed) => kept.set({ confirmed }))
  return (
    <FormStoreProvider store={draft.store}>
      <FormProvider {...draft.form}>
        <ConfirmationsProvider initial={kept.get().confirmed} onChange={confirm}>
          <EditorPage {...props} kept={kept} draft={draft} />
        </ConfirmationsProvider>
      </FormProvider>
    </FormStoreProvider>
  )
}

interface EditorPageProps extends BeneficiaryEditorProps {
  readonly kept: SavedContent
  readonly draft: PayoutDraftControl
}

function EditorPage({ title, opened, kept, draft, onStartAnother }: EditorPageProps) {
  const hasErrors = useFormPart(({ isSubmitted, reading }) => isSubmitted && reading.errors.length > 0)
  const saving = useBeneficiarySaving(opened, kept)
  const { newer, base } = saving
  const mine = useFormPart(({ country, values }) => JSON.stringify(beneficiaryPart(entryToSave(country, values))))

  return (
    <WarningsProvider ofServer={saving.warnings}>
      <Page
        title={newer === undefined ? title : t('beneficiaries.form.twoVersions')}
        hasErrors={hasErrors}
        aside={
          opened.isResumed &&
          onStartAnother && (
            <Button small onClick={onStartAnother}>
              {t('beneficiaries.form.startAnother')}
            </Button>
          )
        }
        lead={opened.isResumed && newer === undefined ? t('beneficiaries.form.resumed') : undefined}
      >
        {newer !== undefined && mine !== undefined ? (
          <BeneficiaryConflict
            mine={JSON.parse(mine)}
            base={base}
            newer={newer}
            isSaving={saving.isSaving}
            onBack={saving.backToForm}
            onSettled={(settled) => {
              saving.accept(newer)
              const { form } = contentOf(settled, undefined)
              draft.show({ country: form.country, entries: { ...kept.get().form.entries, ...form.entries } })
              const state = draft.store.get()
              if (state !== undefined) void saving.save(state)
            }}
          />
        ) : (
          <BeneficiaryForm opened={opened} draft={draft} saving={saving} />
        )}
      </Page>
    </WarningsProvider>
  )
}
