import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { Entry } from '#shared/payout/entry.ts'
import { settleDrafts } from '../drafts/open-drafts.ts'
import { contentOf } from '../entry/form-content.ts'
import { FormLoading, type OpenedForm, openToEdit, useOpenedForm } from '../entry/opened-form.tsx'
import { useReading } from '../entry/reading.ts'
import { t } from '../language/translate.ts'
import { useMay } from '../session/use-may.tsx'
import { Ago } from '../ui/ago.tsx'
import { Callout } from '../ui/tone.tsx'
import styles from './edit-payout.module.css'
import { PayoutEditor } from './payout-editor.tsx'
import { fetchPayoutToEdit, usePayout } from './use-payout.ts'

/** Changes a payout. Any change revokes its approval. */
export function EditPayout({ id }: { readonly id: string }) {
  const isInFull = useMay('approve')
  const opening = useOpenedForm(['payout', id], () => openPayout(id, isInFull))
  const title = t('payouts.edit.title')
  if (!opening.isSuccess) return <FormLoading title={title} opening={opening} />
  const { key } = opening.data
  const notice = (
    <>
      <ErrorsAtOnce />
      <ReturnedNotice payoutId={id} />
    </>
  )
  return <PayoutEditor key={key} title={title} opened={opening.data} notice={notice} />
}

/** Why the payout was returned, above the form that corrects it. */
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

/** A payout that was saved with errors opens as after an attempt to send it: all of them are listed, also what is missing. */
function ErrorsAtOnce() {
  const { handleSubmit } = useFormContext<Entry>()
  const hasErrors = useReading(({ errors }) => errors.length > 0) === true
  const [hadErrors] = useState(hasErrors)
  useEffect(() => {
    if (hadErrors) void handleSubmit(() => {})()
  }, [hadErrors, handleSubmit])
  return null
}

/** Opens a payout for editing: the unfinished edit if there is one, else the saved payout. */
async function openPayout(payoutId: string, isInFull: boolean): Promise<OpenedForm> {
  await settleDrafts()
  const saved = await fetchPayoutToEdit(payoutId, isInFull)
  const { version, entry, beneficiary, confirmed } = saved
  const name = `${entry.beneficiaryFirstName} ${entry.beneficiaryLastName}`.trim()
  const content = { ...contentOf(saved, beneficiary && { ...beneficiary, name }), confirmed, payoutVersion: version }
  return openToEdit('payout', payoutId, content, ({ payoutVersion }) => payoutVersion !== undefined)
}
