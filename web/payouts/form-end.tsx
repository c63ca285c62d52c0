import { useState } from 'react'
import { isEmptyEntry } from '#shared/payout/entry-draft.ts'
import type { DraftAutosave } from '../drafts/draft-autosave.ts'
import { DraftLine } from '../drafts/draft-line.tsx'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { tellPinnedHeight } from '../ui/pinned.ts'
import { Actions } from '../ui/row.tsx'
import styles from './form-end.module.css'
import { useFormPart } from './form-store-context.tsx'
import { isUnconfirmed, SaveFailure } from './save-failure.tsx'
import type { Copying } from './use-copy-request.ts'
import type { Saving } from './use-saving.ts'
import { Warnings } from './warnings.tsx'

export interface FormEndProps {
  readonly copying: Copying
  readonly autosave: DraftAutosave
  readonly saving: Saving
  /** Saves the payout as a draft. */
  readonly onSave: () => void
  readonly onCopy: () => void
  /** Empties the form and gives back what undoes it. */
  readonly onClear: () => () => void
  /** Fills the form in with somebody of the book whom a warning names. */
  readonly onUse?: ((beneficiaryId: string) => void) | undefined
}

/** The end of the form: warnings to confirm; then, always in sight, the one primary button and what came of it. */
export function FormEnd({ copying, autosave, saving, onSave, onCopy, onClear, onUse }: FormEndProps) {
  // It is said at the tick that gets focus: the bar would cover what it speaks of.
  const notDone = isUnconfirmed(saving.failure)
    ? t('payouts.warnings.notSent')
    : copying.state === 'unconfirmed'
      ? t('payouts.warnings.notCopied')
      : undefined
  return (
    <>
      <div className={styles.end}>
        <Warnings onUse={onUse} notDone={notDone} />
      </div>
      <div className={styles.bar} ref={tellPinnedHeight}>
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

function CopyOutcome({ copying: { state } }: { readonly copying: Copying }) {
  switch (state) {
    case 'nothing':
    case 'unconfirmed':
      return null
    case 'copied':
      return (
        <Callout tone="success" title={t('payouts.copied.title')}>
          <p>{t('payouts.copied.notApproved')}</p>
        </Callout>
      )
    case 'changed-since':
      return <Callout tone="info" title={t('payouts.copied.changedSince')} />
    case 'refused':
      return (
        <Callout tone="warning" title={t('payouts.copied.refused')}>
          <p>{t('payouts.copied.byHand')}</p>
        </Callout>
      )
  }
}

/** Clearing can be undone until something new is typed. */
function ClearButton({ onClear }: { readonly onClear: () => () => void }) {
  const isUntouched = useFormPart(({ country, values }) => isEmptyEntry(country, values))
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
