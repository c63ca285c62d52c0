import { t } from '../language/translate.ts'
import { FormLoading } from './form-loading.tsx'
import { openPayout } from './opened-form.ts'
import { PayoutEditor } from './payout-editor.tsx'
import { ReturnedNotice } from './returned-notice.tsx'
import { useOpenedForm } from './use-opened-form.ts'

/** Changes a payout. Any change puts it back: what was approved has to be approved again. */
export function EditPayout({ id }: { readonly id: string }) {
  const opening = useOpenedForm(['payout', id], () => openPayout(id))
  const title = t('payouts.edit.title')
  if (!opening.isSuccess) return <FormLoading title={title} opening={opening} />
  return (
    <PayoutEditor
      key={opening.data.key}
      title={title}
      opened={opening.data}
      notice={<ReturnedNotice payoutId={id} />}
    />
  )
}
