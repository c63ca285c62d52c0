import { FormLoading, useOpenedForm } from '../entry/opened-form.tsx'
import { t } from '../language/translate.ts'
import { Ago } from '../ui/ago.tsx'
import { Callout } from '../ui/callout.tsx'
import styles from './edit-payout.module.css'
import { openPayout } from './open-payout.ts'
import { PayoutEditor } from './payout-editor.tsx'
import { usePayout } from './use-payout.ts'

/** Changes a payout. Any change puts it back: what was approved has to be approved again. */
export function EditPayout({ id }: { readonly id: string }) {
  const opening = useOpenedForm(['payout', id], () => openPayout(id))
  const title = t('payouts.edit.title')
  if (!opening.isSuccess) return <FormLoading title={title} opening={opening} />
  const { key } = opening.data
  return <PayoutEditor key={key} title={title} opened={opening.data} notice={<ReturnedNotice payoutId={id} />} />
}

/** Why the payout came back, where it is mended. */
function ReturnedNotice({ payoutId }: { readonly payoutId: string }) {
  const payout = usePayout(payoutId)
  if (payout.data === undefined) return null
  const { comment, decidedBy, decidedAt, externalReference } = payout.data.value
  if (comment === null) return null
  const title =
    decidedBy === null
      ? t('payouts.returned.wasBySomebody', { reference: externalReference })
      : t('payouts.returned.wasBy', { reference: externalReference, name: decidedBy.name })
  return (
    <div className={styles.returned}>
      <Callout tone="warning" title={title}>
        <p className={styles.comment}>{t('payouts.returned.comment', { comment })}</p>
        {decidedAt !== null && (
          <p>
            <Ago at={decidedAt} />
          </p>
        )}
      </Callout>
    </div>
  )
}
