import { useState } from 'react'
import { isEmptyEntry } from '#shared/payout/entry-draft.ts'
import type { DraftAutosave } from '../drafts/draft-autosave.ts'
import { DraftLine } from '../drafts/draft-line.tsx'
import { useReading } from '../entry/reading.ts'
import { isUnconfirmed, SaveFailure, type Saving } from '../entry/saving.tsx'
import { Warnings } from '../entry/warnings.tsx'
import { useWarnings } from '../entry/warnings-context.tsx'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { Actions } from '../ui/row.tsx'
import { publishPinnedHeight } from '../ui/split-view.tsx'
import { type Copying, CopyOutcome } from './copy-request.tsx'
import styles from './form-end.module.css'

export interface FormEndProps {
  readonly copying: Copying
  readonly autosave: DraftAutosave
  readonly saving: Saving
  /** Saves the payout as a draft. */
  readonly onSave: () => void
  readonly onCopy: () => void
  /** Empties the form and gives back what undoes it. */
  readonly onClear: () => () => void
  /** Fills the form in with a saved beneficiary whom a warning names. */
  readonly onUse?: ((beneficiaryId: string) => void) | undefined
}

/** The end of the form: warnings to confirm; then, always in sight, the one primary button and what came of it. */
export function FormEnd({ copying, autosave, saving, onSave, onCopy, onClear, onUse }: FormEndProps) {
  const isUnconfirmedCopy = useWarnings().open.length > 0 && copying.outcome === 'unconfirmed'
  // It is said at the tick that gets focus: the bar would cover what it speaks of.
  const notDone = isUnconfirmed(saving.failure)
    ? t('payouts.warnings.notSent')
    : isUnconfirmedCopy
      ? t('payouts.warnings.notCopied')
      : undefined
  return (
    <>
      <div className={styles.end}>
        <Warnings onUse={onUse} notDone={notDone} />
      </div>
      <div className={styles.bar} ref={publishPinnedHeight}>
        <SaveFailure failure={saving.failure} />
        <CopyOutcome copying={copying} />
        <Actions>
          <span className={styles.submit}>
            <Button kind="primary" type="submit" busy={saving.isSaving}>
              {t('payouts.form.send')}
            </Button>
          </span>
          <Button onClick={onSave}>{t('payouts.end.saveDraft')}</Button>
          <Button onClick={onCopy}>{t('payouts.end.copy')}</Button>
        </Actions>
        <div className={styles.kept}>
          <DraftLine autosave={autosave} />
          <ClearButton onClear={onClear} />
        </div>
      </div>
    </>
  )
}

/** Clearing can be undone until something new is typed. */
function ClearButton({ onClear }: { readonly onClear: () => () => void }) {
  const isUntouched = useReading(({ country, entry }) => isEmptyEntry(country, entry))
  const [cleared, setCleared] = useState<{ readonly restore: () => void }>()
  if (cleared !== undefined && isUntouched)
    return (
      <Button
        kind="link"
        small
        onClick={() => {
          cleared.restore()
          setCleared(undefined)
        }}
      >
        {t('payouts.end.restore')}
      </Button>
    )
  return (
    <Button kind="link" small onClick={() => setCleared({ restore: onClear() })}>
      {t('payouts.end.clear')}
    </Button>
  )
}
