import { t } from '../language/translate.ts'
import { FormLoading } from '../payouts/form-loading.tsx'
import { useOpenedForm } from '../payouts/use-opened-form.ts'
import { BeneficiaryEditor } from './beneficiary-editor.tsx'
import { openBeneficiary } from './opened-beneficiary.ts'

/** Changes somebody of the book. Opening it shows the numbers in full, which is recorded. */
export function EditBeneficiary({ id }: { readonly id: string }) {
  const opening = useOpenedForm(['edit', id], () => openBeneficiary(id))
  const title = t('beneficiaries.form.edit')
  if (!opening.isSuccess) return <FormLoading title={title} opening={opening} />
  return <BeneficiaryEditor key={opening.data.key} title={title} opened={opening.data} />
}
