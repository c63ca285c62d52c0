import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { EntryConflict } from '../entry/entry-conflict.tsx'
import { EntryFormProvider, EntryPage, useEntryForm } from '../entry/entry-form.tsx'
import type { OpenedForm } from '../entry/opened-form.tsx'
import { FormLoading, useOpenedForm } from '../entry/opened-form.tsx'
import { t } from '../language/translate.ts'
import { addressOf } from '../screen/routes.ts'
import { Button } from '../ui/button.tsx'
import { BeneficiaryForm } from './beneficiary-form.tsx'
import { openBeneficiary, openNewBeneficiary } from './open-beneficiary.ts'
import { useBeneficiarySaving } from './save-beneficiary.ts'

/** Enters a new beneficiary. Goes on with what was left unfinished. */
export function NewBeneficiary() {
  const asked = new URLSearchParams(useSearch()).get('draft') ?? undefined
  const [, navigate] = useLocation()
  const [draftId, setDraftId] = useState(asked)
  const opening = useOpenedForm(['new', draftId], () => openNewBeneficiary(draftId))
  // The address can change under an open form: a link to another draft, a step back.
  if (asked !== undefined && asked !== draftId) setDraftId(asked)
  const title = t('beneficiaries.form.new')
  if (!opening.isSuccess) return <FormLoading title={title} opening={opening} />
  return (
    <BeneficiaryEditor
      key={opening.data.key}
      title={title}
      opened={opening.data}
      onStartAnother={() => navigate(addressOf.beneficiaryDraft(crypto.randomUUID()))}
    />
  )
}

/** Changes a saved beneficiary. Opening it shows the numbers in full, which is audited. */
export function EditBeneficiary({ id }: { readonly id: string }) {
  const opening = useOpenedForm(['edit', id], () => openBeneficiary(id))
  const title = t('beneficiaries.form.edit')
  if (!opening.isSuccess) return <FormLoading title={title} opening={opening} />
  return <BeneficiaryEditor key={opening.data.key} title={title} opened={opening.data} />
}

interface BeneficiaryEditorProps {
  readonly title: string
  readonly opened: OpenedForm
  /** Leaves this draft where it is and begins another. */
  readonly onStartAnother?: (() => void) | undefined
}

function BeneficiaryEditor({ title, opened, onStartAnother }: BeneficiaryEditorProps) {
  const entryForm = useEntryForm(opened, 'beneficiary')
  const saving = useBeneficiarySaving(opened)
  const { conflict } = saving
  return (
    <EntryFormProvider entryForm={entryForm} named={saving.warnings}>
      <EntryPage
        title={conflict === undefined ? title : t('beneficiaries.form.twoVersions')}
        aside={
          opened.isResumed &&
          onStartAnother && (
            <Button small onClick={onStartAnother}>
              {t('beneficiaries.form.startAnother')}
            </Button>
          )
        }
        lead={opened.isResumed && conflict === undefined ? t('beneficiaries.form.resumed') : undefined}
      >
        {conflict === undefined ? (
          <BeneficiaryForm opened={opened} entryForm={entryForm} saving={saving} />
        ) : (
          <EntryConflict entryForm={entryForm} part="beneficiary" saving={saving} conflict={conflict} />
        )}
      </EntryPage>
    </EntryFormProvider>
  )
}
