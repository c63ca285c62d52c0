import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { addressOf } from '../app/routes.ts'
import { t } from '../language/translate.ts'
import { FormLoading } from '../payouts/form-loading.tsx'
import { useOpenedForm } from '../payouts/use-opened-form.ts'
import { BeneficiaryEditor } from './beneficiary-editor.tsx'
import { openNewBeneficiary } from './opened-beneficiary.ts'

/** Enters somebody into the book. Goes on with what was left unfinished. */
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
