import { useState } from 'react'
import type { Beneficiary } from '#shared/api/beneficiary.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Actions } from '../ui/row.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { ActFailure } from './act-failure.tsx'
import { useAct } from './use-acts.ts'

export interface EraseDialogProps {
  readonly beneficiary: Beneficiary
  readonly onClose: () => void
}

/** Erasing cannot be undone, so it is asked twice and says what goes and what stays. */
export function EraseDialog({ beneficiary, onClose }: EraseDialogProps) {
  const erase = useAct(beneficiary)
  const announce = useAnnounce()
  const [isCertain, setIsCertain] = useState(false)
  const [isAsked, setIsAsked] = useState(false)

  async function press() {
    setIsAsked(true)
    if (!isCertain) return
    try {
      await erase.mutateAsync('erase')
      announce('Erased.')
      onClose()
    } catch {
      // The failure stands in the dialog.
    }
  }

  return (
    <Dialog title={`Erase ${beneficiary.name}?`} onClose={onClose}>
      <p>
        Name, documents, accounts and e-mail go for good: from the book, from past payouts and from unfinished forms.
        Nobody can bring them back.
      </p>
      <p>
        Payouts that were never exported are deleted. Of the others amounts and dates stay, and so does the record of
        who did what, without the person’s data.
      </p>
      <TickField
        name="eraseCertain"
        label="I know that this cannot be undone"
        required
        value={isCertain}
        onChange={setIsCertain}
        error={isAsked && !isCertain ? 'Tick this first.' : undefined}
      />
      <ActFailure error={erase.error} />
      <Actions>
        <Button kind="danger" busy={erase.isPending} onClick={() => void press()}>
          Erase for good
        </Button>
        <Button onClick={onClose}>Keep</Button>
      </Actions>
    </Dialog>
  )
}
