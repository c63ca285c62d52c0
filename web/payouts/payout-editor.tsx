import { lazy, type ReactNode, Suspense } from 'react'
import { EntryFormProvider, EntryPage, useEntryForm } from '../entry/entry-form.tsx'
import type { OpenedForm } from '../entry/opened-form.tsx'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './payout-editor.module.css'
import { PayoutForm } from './payout-form.tsx'
import { usePayoutSaving } from './save-payout.ts'
import { LeftUnfinished } from './unfinished.tsx'

// Two people seldom change one payout at once.
const EntryConflict = lazy(async () => ({ default: (await import('../entry/entry-conflict.tsx')).EntryConflict }))

export interface PayoutEditorProps {
  readonly title: string
  readonly opened: OpenedForm
  /** What stands above the form. */
  readonly notice?: ReactNode
  /** Leaves this draft where it is and begins another payout. */
  readonly onStartAnother?: (() => void) | undefined
}

/** A payout being entered or changed. */
export function PayoutEditor({ title, opened, notice, onStartAnother }: PayoutEditorProps) {
  const entryForm = useEntryForm(opened)
  const saving = usePayoutSaving(opened)
  const about = { beneficiaryId: entryForm.content.chosenBeneficiary?.id, payoutId: opened.subjectId }
  return (
    <EntryFormProvider entryForm={entryForm} about={about} named={saving.warnings}>
      <EntryPage
        title={title}
        aside={onStartAnother && <OtherForm opened={opened} onStartAnother={onStartAnother} />}
        lead={opened.isResumed ? t('payouts.new.resumed') : undefined}
      >
        {saving.conflict === undefined ? (
          <PayoutForm opened={opened} notice={notice} entryForm={entryForm} saving={saving} />
        ) : (
          <Suspense fallback={<Skeleton lines={8} label={t('payouts.edit.loadingVersions')} />}>
            <EntryConflict entryForm={entryForm} saving={saving} conflict={saving.conflict} />
          </Suspense>
        )}
      </EntryPage>
    </EntryFormProvider>
  )
}

interface OtherFormProps {
  readonly opened: OpenedForm
  readonly onStartAnother: () => void
}

/** From a form that goes on to an empty one, and from an empty one to the one that was left. */
function OtherForm({ opened, onStartAnother }: OtherFormProps) {
  if (opened.isResumed)
    return (
      <Button small onClick={onStartAnother}>
        {t('payouts.new.startAnother')}
      </Button>
    )
  return (
    <div className={styles.other}>
      <LeftUnfinished openId={opened.key} />
    </div>
  )
}
