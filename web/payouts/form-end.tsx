import { useState } from 'react'
import { isEmptyForm } from '#shared/payout/form-values.ts'
import type { DraftKeeper } from '../drafts/draft-keeper.ts'
import { DraftLine } from '../drafts/draft-line.tsx'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { Actions } from '../ui/row.tsx'
import styles from './form-end.module.css'
import { useFormPart } from './form-store-context.tsx'
import { SaveFailure } from './save-failure.tsx'
import type { Copying } from './use-copy-request.ts'
import type { Saving } from './use-saving.ts'
import { Warnings } from './warnings.tsx'

export interface FormEndProps {
  readonly copying: Copying
  readonly keeper: DraftKeeper
  readonly saving: Saving
  /** Saves the payout as a draft. */
  readonly onSave: () => void
  readonly onCopy: () => void
  /** Empties the form and gives back what undoes it. */
  readonly onClear: () => () => void
}

/** The end of the form: warnings to confirm, the one primary button, and what came of it. */
export function FormEnd({ copying, keeper, saving, onSave, onCopy, onClear }: FormEndProps) {
  return (
    <div className={styles.end}>
      <Warnings />
      <Actions>
        <span className={styles.submit}>
          <Button kind="primary" type="submit" busy={saving.isSaving}>
            Send to review
          </Button>
        </span>
        <Button onClick={onSave}>Save draft</Button>
        <Button onClick={onCopy}>Copy request</Button>
        <ClearButton onClear={onClear} />
      </Actions>
      <SaveFailure failure={saving.failure} />
      <CopyOutcome copying={copying} />
      <DraftLine keeper={keeper} />
    </div>
  )
}

function CopyOutcome({ copying: { state } }: { readonly copying: Copying }) {
  switch (state) {
    case 'nothing':
      return null
    case 'unconfirmed':
      return <Callout tone="warning" title="Not copied yet: confirm the warnings above first." />
    case 'copied':
      return (
        <Callout tone="success" title="Copied: the exact request is on your clipboard.">
          <p>Paste it into your payout call. Payout Desk itself sends nothing.</p>
        </Callout>
      )
    case 'changed-since':
      return <Callout tone="info" title="Changed since you copied. Copy again when it is done." />
    case 'refused':
      return (
        <Callout tone="warning" title="The browser did not let us copy.">
          <p>Open the JSON beside the form, select it and copy it.</p>
        </Callout>
      )
  }
}

/** Clearing can be undone until something new is typed. */
function ClearButton({ onClear }: { readonly onClear: () => () => void }) {
  const isUntouched = useFormPart(({ country, values }) => isEmptyForm(country, values))
  const [cleared, setCleared] = useState<{ readonly restore: () => void }>()
  if (cleared !== undefined && isUntouched)
    return (
      <Button
        onClick={() => {
          cleared.restore()
          setCleared(undefined)
        }}
      >
        Bring back what was cleared
      </Button>
    )
  return <Button onClick={() => setCleared({ restore: onClear() })}>Clear the form</Button>
}
